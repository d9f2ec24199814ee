import { serverMessageOf } from './serverMessage';

it.each<[string, unknown, string | undefined]>([
  [
    'problem+json',
    { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'limite: 1 to 5000' },
    'limite: 1 to 5000',
  ],
  ['problem+json without detail', { title: 'Bad Request', status: 400 }, 'Bad Request'],
  ['problem+json whose detail is empty', { detail: ' ', title: 'Bad Request' }, 'Bad Request'],
  ['Spanish', { detalle: 'La clave no existe' }, 'La clave no existe'],
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
  ['text that compares', 'limite: 1 < limite < 5000', 'limite: 1 < limite < 5000'],
  ['nothing', '', undefined],
  ['null', null, undefined],
  ['no body', undefined, undefined],
  ['a number', 7, undefined],
  ['an empty object', {}, undefined],
  ['an object without words', { status: 500, errors: [] }, undefined],
])('finds the words in %s', (_, body, words) => {
  expect(serverMessageOf(body)).toBe(words);
});

it('cuts a long story', () => {
  const words = serverMessageOf({ detail: 'a'.repeat(1000) });
  expect(words).toBe(`${'a'.repeat(300)}…`);
});

it('does not read a hostile megabyte to its end', () => {
  expect(serverMessageOf(`${'<p>'.repeat(1_000_000)}words`)).toBeUndefined();
});
