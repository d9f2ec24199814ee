import { readChoices } from './choices.ts';

const stored = (theme?: string, language?: string) => ({
  getItem: (key: string) => (key.endsWith('theme') ? theme : language) ?? null,
});
const nothing = stored();

test.each([
  ['', nothing, nothing, { theme: 'dark', language: 'en-US' }],
  ['?lang=es', nothing, nothing, { theme: 'dark', language: 'es-ES' }],
  ['?lang=es-ES&theme=light', nothing, nothing, { theme: 'light', language: 'es-ES' }],
  ['', nothing, stored('light', 'es-ES'), { theme: 'light', language: 'es-ES' }],
  ['', stored('dark', 'en-US'), stored('light', 'es-ES'), { theme: 'dark', language: 'en-US' }],
  ['?lang=es&theme=light', stored('dark', 'en-US'), nothing, { theme: 'light', language: 'es-ES' }],
  ['?lang=xx&theme=pink', nothing, nothing, { theme: 'dark', language: 'en-US' }],
  ['?lang=', nothing, nothing, { theme: 'dark', language: 'en-US' }],
])('the address "%s" goes before the tab and the tab before the browser', (search, tab, browser, choices) => {
  expect(readChoices(search, tab, browser)).toEqual(choices);
});
