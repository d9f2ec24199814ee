import { applyPreferences, storeForTab, readPreferences } from './preferences.ts';

// The @grafana packages read the boot data when they are imported, so it must be complete before any other import.
const preferences = readPreferences(window.location.search, window.sessionStorage, window.localStorage);
storeForTab(preferences);
applyPreferences(preferences);
const { start } = await import('./start.tsx');
await start();
