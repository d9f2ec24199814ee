import { TelemetryError, type TelemetryErrorKind } from '../core/api/telemetryError';
import { errorText } from './errorText';

it.each<[TelemetryErrorKind, RegExp]>([
  ['unauthorized', /key was rejected.*settings/],
  ['forbidden', /permission for v1\/alertas/],
  ['notFound', /does not exist, or the key does not see its site/],
  ['badRequest', /refused the request \(status 418\)/],
  ['rateLimited', /fewer requests.*shorter range/],
  ['server', /failed \(status 418\).*Try again/],
  ['network', /could not be reached.*address/],
  ['malformed', /answer of v1\/alertas is not what/],
  ['protocol', /in a circle or do not end/],
  ['overBudget', /coarser interval or a shorter range/],
])('%s says what happened, what to do, and what the server said', (kind, expected) => {
  const text = errorText(new TelemetryError(kind, { status: 418, path: 'v1/alertas', detail: 'its <own> "words"' }));
  expect(text).toMatch(expected);
  expect(text.endsWith(' [its <own> "words"]')).toBe(true);
});

it.each<[unknown, string]>([
  [new TelemetryError('network'), 'The server could not be reached. Check its address in the settings.'],
  [new Error('plain'), 'plain'],
  ['text', 'text'],
  [new DOMException('x', 'AbortError'), 'Cancelled.'],
])('%s is said in words too', (error, expected) => {
  expect(errorText(error)).toBe(expected);
});
