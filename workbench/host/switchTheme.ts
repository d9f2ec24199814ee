import { getThemeById, type GrafanaTheme2 } from '@grafana/data';
import { config, getAppEvents, ThemeChangedEvent } from '@grafana/runtime';
import { applyTheme, storeTheme, type PagePreferences } from '../page/preferences.ts';

/** Changes the theme while the page stands, wherever Grafana's packages and plugins look for it, and tells them. */
export function switchTheme(name: PagePreferences['theme']): GrafanaTheme2 {
  const theme = getThemeById(name);
  config.theme2 = theme;
  config.theme = theme.v1;
  applyTheme(name);
  storeTheme(name);
  getAppEvents().publish(new ThemeChangedEvent(theme));
  return theme;
}
