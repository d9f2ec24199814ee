import { applyChoices, keepForTab, readChoices } from './choices.ts';

// The @grafana packages read the boot data while they are imported, so everything else comes after this.
const choices = readChoices(window.location.search, window.sessionStorage, window.localStorage);
keepForTab(choices);
applyChoices(choices);
const { start } = await import('./start.tsx');
await start();
