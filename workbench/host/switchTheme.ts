import { getThemeById, type GrafanaTheme2 } from '@grafana/data';
import { config, getAppEvents, ThemeChangedEvent } from '@grafana/runtime';
import { applyTheme, storeTheme, type PagePreferences } from '../page/preferences.ts';

/** Switches the theme without a reload: sets it where Grafana's packages and plugins read it, and publishes the event. */
export function switchTheme(name: PagePreferences['theme']): GrafanaTheme2 {
  const theme = getThemeById(name);
  config.theme2 = theme;
  config.theme = theme.v1;
  applyTheme(name);
  storeTheme(name);
  getAppEvents().publish(new ThemeChangedEvent(theme));
  return theme;
}
