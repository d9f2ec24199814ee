import { bootData } from './boot.ts';

/** What a person chooses for the whole page. */
export interface Choices {
  readonly theme: 'dark' | 'light';
  readonly language: Language;
}

export type Language = (typeof LANGUAGES)[number];

const LANGUAGES = ['en-US', 'es-ES'] as const;

const THEME_KEY = 'workbench.theme';
const LANGUAGE_KEY = 'workbench.language';

type Reader = Pick<Storage, 'getItem'>;

/**
 * The first that says something: the address (`?theme=light&lang=es`), what the address said earlier in this tab, what was
 * chosen on the page before. Anything unknown counts as not said.
 */
export function readChoices(search: string, tab: Reader, browser: Reader): Choices {
  const params = new URLSearchParams(search);
  const theme = params.get('theme') ?? tab.getItem(THEME_KEY) ?? browser.getItem(THEME_KEY);
  const language = params.get('lang') ?? tab.getItem(LANGUAGE_KEY) ?? browser.getItem(LANGUAGE_KEY);
  return {
    theme: theme === 'light' ? 'light' : 'dark',
    language: LANGUAGES.find((known) => language && known.startsWith(language)) ?? 'en-US',
  };
}

/** Keeps a choice for the other views and reloads of this tab. */
export function keepForTab({ theme, language }: Choices) {
  sessionStorage.setItem(THEME_KEY, theme);
  sessionStorage.setItem(LANGUAGE_KEY, language);
}

export function storeTheme(theme: Choices['theme']) {
  store(THEME_KEY, theme);
}

export function storeLanguage(language: Language) {
  store(LANGUAGE_KEY, language);
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
