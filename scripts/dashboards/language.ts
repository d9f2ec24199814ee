/** The languages in which the dashboards exist. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Picks the text of a language. */
export type Say = (english: string, spanish: string) => string;

export function sayIn(language: Language): Say {
  return (english, spanish) => (language === 'en' ? english : spanish);
}
