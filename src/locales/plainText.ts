/**
 * Spread into the values of `t` that contain text: i18next escapes them for HTML (`/` becomes `&#x2F;`), but React,
 * legends and notices show text as it is.
 */
export const PLAIN_TEXT = { interpolation: { escapeValue: false } } as const;
