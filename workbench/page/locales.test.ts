import english from './locales/en-US.json';
import spanish from './locales/es-ES.json';

const placeholders = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, value.match(/\{\{\w+\}\}/g) ?? []]));

test('both languages have the same texts with the same placeholders', () => {
  expect(placeholders(spanish)).toEqual(placeholders(english));
});

test('no text is empty', () => {
  expect([...Object.values(english), ...Object.values(spanish)].filter((text) => text.trim() === '')).toEqual([]);
});
