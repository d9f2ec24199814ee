import { normalizeQuery } from './normalizeQuery';
import { queryText } from './queryText';

it.each([
  [{ devices: ['P-1', 'P-2'], tags: ['flow'] }, 'history · P-1, P-2 · flow · auto'],
  [{ devices: ['P-1'], tags: ['$tag'], interval: '8h', offset: '06:00' }, 'history · P-1 · $tag · 8h · from 06:00'],
  [{ kind: 'alerts' }, 'alerts'],
  [{ kind: 'alerts', devices: ['P-1'], state: 'open', severities: ['info'] }, 'alerts · P-1 · open · info'],
])('%j reads: %s', (saved, text) => {
  expect(queryText(normalizeQuery(saved))).toBe(text);
});
