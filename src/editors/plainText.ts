/**
 * Spread into the values of `t` wherever they hold texts from outside (codes, addresses, messages): i18next would
 * write `/` as `&#x2F;`. React escapes what it shows, so nothing is lost.
 */
export const plainText = { interpolation: { escapeValue: false } } as const;
