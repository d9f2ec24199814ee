import { readPreferences } from './preferences.ts';

const stored = (theme?: string, language?: string) => ({
  getItem: (key: string) => (key.endsWith('theme') ? theme : language) ?? null,
});
const empty = stored();

test.each([
  ['', empty, empty, { theme: 'dark', language: 'en-US' }],
  ['?lang=es', empty, empty, { theme: 'dark', language: 'es-ES' }],
  ['?lang=es-ES&theme=light', empty, empty, { theme: 'light', language: 'es-ES' }],
  ['', empty, stored('light', 'es-ES'), { theme: 'light', language: 'es-ES' }],
  ['', stored('dark', 'en-US'), stored('light', 'es-ES'), { theme: 'dark', language: 'en-US' }],
  ['?lang=es&theme=light', stored('dark', 'en-US'), empty, { theme: 'light', language: 'es-ES' }],
  ['?lang=xx&theme=pink', empty, empty, { theme: 'dark', language: 'en-US' }],
  ['?lang=', empty, empty, { theme: 'dark', language: 'en-US' }],
])('the URL "%s" overrides the tab, and the tab overrides the browser', (search, tab, browser, preferences) => {
  expect(readPreferences(search, tab, browser)).toEqual(preferences);
});
