import { bootData } from './boot.ts';

/** The user's preferences for the whole page. */
export interface PagePreferences {
  readonly theme: 'dark' | 'light';
  readonly language: Language;
}

export type Language = (typeof LANGUAGES)[number];

const LANGUAGES = ['en-US', 'es-ES'] as const;

const THEME_KEY = 'workbench.theme';
const LANGUAGE_KEY = 'workbench.language';

type ReadableStorage = Pick<Storage, 'getItem'>;

/**
 * Reads each preference from the URL (`?theme=light&lang=es`), else from the session storage of the tab, else from the
 * local storage of the browser. An unknown value gives the default.
 */
export function readPreferences(search: string, tab: ReadableStorage, browser: ReadableStorage): PagePreferences {
  const params = new URLSearchParams(search);
  const theme = params.get('theme') ?? tab.getItem(THEME_KEY) ?? browser.getItem(THEME_KEY);
  const language = params.get('lang') ?? tab.getItem(LANGUAGE_KEY) ?? browser.getItem(LANGUAGE_KEY);
  return {
    theme: theme === 'light' ? 'light' : 'dark',
    language: LANGUAGES.find((supported) => language && supported.startsWith(language)) ?? 'en-US',
  };
}

/** Stores the preferences for the other views and for reloads in this tab. */
export function storeForTab({ theme, language }: PagePreferences) {
  sessionStorage.setItem(THEME_KEY, theme);
  sessionStorage.setItem(LANGUAGE_KEY, language);
}

export function storeTheme(theme: PagePreferences['theme']) {
  store(THEME_KEY, theme);
}

export function storeLanguage(language: Language) {
  store(LANGUAGE_KEY, language);
}

function store(key: string, value: string) {
  sessionStorage.setItem(key, value);
  localStorage.setItem(key, value);
}

/** Sets the preferences where the @grafana packages and the plugin read them. */
export function applyPreferences({ theme, language }: PagePreferences) {
  Object.assign(bootData().user, { language, locale: language, regionalFormat: language });
  document.documentElement.lang = language;
  applyTheme(theme);
}

export function applyTheme(theme: PagePreferences['theme']) {
  Object.assign(bootData().user, { theme, lightTheme: theme === 'light' });
  document.documentElement.dataset.theme = theme;
}
