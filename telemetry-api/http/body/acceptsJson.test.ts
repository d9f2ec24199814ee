import { acceptsJson } from './acceptsJson.ts';

test.each([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['application/*', true],
  ['application/json', true],
  ['APPLICATION/JSON; charset=utf-8', true],
  ['application/json;odata=verbose', true],
  ['text/html, application/json;q=0.1', true],
  ['text/html, */*;q=0.1', true],
  ['text/html', false],
  ['application/xml', false],
  ['application/json;q=0', false],
  ['*/*, application/json;q=0', false],
  ['*/*;q=0', false],
  ['application/json;q=x', false],
])('Accept %j accepts JSON: %s', (accept, isAccepted) => {
  expect(acceptsJson(accept)).toBe(isAccepted);
});
