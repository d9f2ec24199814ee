import { getThemeById, ThemeContext } from '@grafana/data';
import { config, getAppEvents, ThemeChangedEvent } from '@grafana/runtime';
import { useState, type ReactNode } from 'react';
import { storeTheme } from '../page/choices.ts';

interface Props {
  children: (themeName: string, toggleTheme: () => void) => ReactNode;
}

/** Holds the theme and changes it while the page stands, telling everyone whom Grafana tells. */
export function ThemeProvider({ children }: Props) {
  const [theme, setTheme] = useState(config.theme2);
  const toggleTheme = () => {
    const name = theme.isDark ? 'light' : 'dark';
    const next = getThemeById(name);
    config.theme2 = next;
    config.theme = next.v1;
    Object.assign(config.bootData.user, { theme: name, lightTheme: next.isLight });
    document.documentElement.dataset.theme = name;
    storeTheme(name);
    getAppEvents().publish(new ThemeChangedEvent(next));
    setTheme(next);
  };
  return (
    <ThemeContext.Provider value={theme}>
      {children(theme.isDark ? 'dark' : 'light', toggleTheme)}
    </ThemeContext.Provider>
  );
}
