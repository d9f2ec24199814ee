/**
 * Spread into the values of `t` that are texts: i18next would write `/` as `&#x2F;` for the sake of HTML, but panels,
 * legends and notices show texts as they are.
 */
export const PLAIN_TEXT = { interpolation: { escapeValue: false } } as const;
