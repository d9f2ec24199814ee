import { readRetryAfter, retryAfterOfBody, findServerMessage } from './errorResponse';

it.each<[string, unknown, string | undefined]>([
  [
    'problem+json',
    { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'limite: 1 to 5000' },
    'limite: 1 to 5000',
  ],
  ['problem+json without a detail', { title: 'Bad Request', status: 400 }, 'Bad Request'],
  ['problem+json with an empty detail', { detail: ' ', title: 'Bad Request' }, 'Bad Request'],
  ['a Spanish detail', { detalle: 'La clave no existe' }, 'La clave no existe'],
  ['{ error }', { error: 'no such tag' }, 'no such tag'],
  ['{ error: { message } }', { error: { code: 7, message: 'no such tag' } }, 'no such tag'],
  ['{ message, error }', { error: 'Not Found', message: 'no such tag' }, 'no such tag'],
  ['JSON as text', '{"error":"no such tag"}', 'no such tag'],
  ['broken JSON as text', '{"error":"no such', '{"error":"no such'],
  ['text', '  upstream   timed\nout ', 'upstream timed out'],
  [
    'a page of HTML',
    '<!DOCTYPE html><html><head><title>x</title><style>p{}</style></head><body><h1>502</h1><p>Bad Gateway</p></body></html>',
    '502 Bad Gateway',
  ],
  ['text that contains <', 'limite: 1 < limite < 5000', 'limite: 1 < limite < 5000'],
  ['an empty text', '', undefined],
  ['null', null, undefined],
  ['no body', undefined, undefined],
  ['a number', 7, undefined],
  ['an empty object', {}, undefined],
  ['an object without a message', { status: 500, errors: [] }, undefined],
])('extracts the message from %s', (_, body, message) => {
  expect(findServerMessage(body)).toBe(message);
});

it('truncates a long message', () => {
  const message = findServerMessage({ detail: 'a'.repeat(1000) });
  expect(message).toBe(`${'a'.repeat(300)}…`);
});

it('looks for the message only at the start of a very long text', () => {
  expect(findServerMessage(`${'<p>'.repeat(1_000_000)}words`)).toBeUndefined();
});

it('a body that is nested too deep describes nothing', () => {
  const deep = JSON.parse(`${'{"detail":'.repeat(100_000)}"x"${'}'.repeat(100_000)}`) as unknown;
  expect(findServerMessage(deep)).toBeUndefined();
  expect(findServerMessage({ error: { error: { message: 'disk' } } })).toBe('disk');
});

const NOW = Date.UTC(2026, 2, 2, 12);

it.each<[string | undefined, number | undefined]>([
  ['0', 0],
  ['120', 120_000],
  [' 2 ', 2000],
  ['1.5', 1500],
  ['Mon, 02 Mar 2026 12:00:30 GMT', 30_000],
  ['Monday, 02-Mar-26 12:00:30 GMT', 30_000],
  ['Mon, 02 Mar 2026 11:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
])('reads Retry-After %j as a delay of %s ms', (header, delayMs) => {
  expect(readRetryAfter(header, NOW)).toBe(delayMs);
});

it.each<[unknown, number | undefined]>([
  [{ reintentarEnSegundos: 2 }, 2000],
  [{ reintentarEnSegundos: 0.5 }, 500],
  [{ reintentarEnSegundos: '2' }, undefined],
  [{ reintentarEnSegundos: -1 }, undefined],
  [{}, undefined],
  ['<html>', undefined],
  [null, undefined],
])('an error body %j requests a delay of %s ms', (body, delayMs) => {
  expect(retryAfterOfBody(body)).toBe(delayMs);
});
