import { bootData } from './boot.ts';

/** What a person chooses for the whole page. */
export interface Choices {
  theme: 'dark' | 'light';
  language: Language;
}

export type Language = (typeof languages)[number];

const languages = ['en-US', 'es-ES'] as const;

const themeKey = 'workbench.theme';
const languageKey = 'workbench.language';

type Reader = Pick<Storage, 'getItem'>;

/**
 * The first that says something: the address (`?theme=light&lang=es`), what the address said earlier in this tab, what was
 * chosen on the page before. Anything unknown counts as not said.
 */
export function readChoices(search: string, tab: Reader, browser: Reader): Choices {
  const params = new URLSearchParams(search);
  const theme = params.get('theme') ?? tab.getItem(themeKey) ?? browser.getItem(themeKey);
  const language = params.get('lang') ?? tab.getItem(languageKey) ?? browser.getItem(languageKey);
  return {
    theme: theme === 'light' ? 'light' : 'dark',
    language: languages.find((known) => language && known.startsWith(language)) ?? 'en-US',
  };
}

/** Keeps a choice for the other views and reloads of this tab. */
export function keepForTab({ theme, language }: Choices) {
  sessionStorage.setItem(themeKey, theme);
  sessionStorage.setItem(languageKey, language);
}

export function storeTheme(theme: Choices['theme']) {
  store(themeKey, theme);
}

export function storeLanguage(language: Language) {
  store(languageKey, language);
}

function store(key: string, value: string) {
  sessionStorage.setItem(key, value);
  localStorage.setItem(key, value);
}

/** Writes the choices where the @grafana packages and the plugin read them. */
export function applyChoices({ theme, language }: Choices) {
  Object.assign(bootData().user, { language, locale: language, regionalFormat: language });
  document.documentElement.lang = language;
  applyTheme(theme);
}

export function applyTheme(theme: Choices['theme']) {
  Object.assign(bootData().user, { theme, lightTheme: theme === 'light' });
  document.documentElement.dataset.theme = theme;
}
