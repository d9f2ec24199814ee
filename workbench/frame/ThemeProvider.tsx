import { ThemeContext } from '@grafana/data';
import { config } from '@grafana/runtime';
import React, { useState, type ReactNode } from 'react';
import { switchTheme } from '../host/switchTheme.ts';

interface Props {
  readonly children: (themeName: string, toggleTheme: () => void) => ReactNode;
}

/** Provides the theme and switches it without a reload. */
export function ThemeProvider({ children }: Props) {
  const [theme, setTheme] = useState(config.theme2);
  const toggleTheme = () => setTheme(switchTheme(theme.isDark ? 'light' : 'dark'));
  return (
    <ThemeContext.Provider value={theme}>
      {children(theme.isDark ? 'dark' : 'light', toggleTheme)}
    </ThemeContext.Provider>
  );
}
