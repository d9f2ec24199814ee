import { getThemeById, type GrafanaTheme2 } from '@grafana/data';
import { config, getAppEvents, ThemeChangedEvent } from '@grafana/runtime';
import { useState } from 'react';
import { applyTheme, storeTheme } from '../page/preferences.ts';

/** The theme of the page, and a function that switches it without a reload: also where Grafana's packages and plugins read it. */
export function useTheme(): [GrafanaTheme2, () => void] {
  const [theme, setTheme] = useState(config.theme2);
  const toggle = () => {
    const name = theme.isDark ? 'light' : 'dark';
    config.theme2 = getThemeById(name);
    config.theme = config.theme2.v1;
    applyTheme(name);
    storeTheme(name);
    getAppEvents().publish(new ThemeChangedEvent(config.theme2));
    setTheme(config.theme2);
  };
  return [theme, toggle];
}
