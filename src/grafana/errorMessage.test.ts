import { TelemetryError, type TelemetryErrorKind } from '../core/api/telemetryError';
import { createQueryError, describeError, rejectedPlanMessage } from './errorMessage';
import { SETTINGS } from '../query/dataSourceSettings';
import { UserError } from './userError';

it.each<[TelemetryErrorKind, RegExp]>([
  ['unauthorized', /key was rejected.*settings/],
  ['forbidden', /permission alertas:leer/],
  ['notFound', /server has no v1\/alertas.*URL/],
  ['badRequest', /rejected the request \(status 418\)/],
  ['rateLimited', /Too many requests.*shorter time range/],
  ['server', /failed \(status 418\).*Try again/],
  ['network', /could not be reached.*URL/],
  ['notTheApi', /web page answered.*URL/],
  ['malformed', /response of v1\/alertas does not match/],
  ['protocol', /repeated a cursor or its list does not end/],
  ['overBudget', /coarser interval or a shorter time range/],
])('the message for %s says what happened, what to do, and what the server reported', (kind, expected) => {
  const message = describeError(
    new TelemetryError(kind, { status: 418, path: 'v1/alertas', detail: 'its <own> "words"' })
  );
  expect(message).toMatch(expected);
  expect(message.endsWith(' [its <own> "words"]')).toBe(true);
});

it.each<[unknown, string]>([
  [
    new TelemetryError('notFound', { path: 'v1/lecturas' }),
    'The device or tag does not exist, or the API key has no access to its site.',
  ],
  [
    new TelemetryError('rateLimited', { retryAfterMs: 3_600_000 }),
    'Too many requests. The server accepts requests again in 60 min.',
  ],
  [new Error('plain'), 'plain'],
  ['text', 'text'],
  [new DOMException('x', 'AbortError'), 'Cancelled.'],
])('%s has a readable message', (error, expected) => {
  expect(describeError(error)).toBe(expected);
});

it.each<[unknown, number | undefined]>([
  [new TelemetryError('unauthorized', { status: 401 }), 401],
  [new TelemetryError('server', { status: 503 }), 503],
  [new TelemetryError('network'), 502],
  [new TelemetryError('notTheApi', { status: 200 }), 502],
  [new TelemetryError('malformed'), 502],
  [new TelemetryError('protocol'), 502],
  [new TelemetryError('overBudget'), 400],
  [new TelemetryError('notACounter'), 400],
  [new UserError('"7x" is not a valid interval.'), 400],
  [new Error('thrown by a library'), undefined],
  [new TypeError('x is undefined'), undefined],
  ['text', undefined],
])('a query that fails with %s has the status %s', (error, status) => {
  expect(createQueryError('A', error)).toEqual({
    refId: 'A',
    message: describeError(error),
    ...(status && { status }),
  });
});

it.each([
  ['can be set so high', SETTINGS.maxRowsPerSeries.max, true],
  ['cannot be set so high', SETTINGS.maxRowsPerSeries.max + 1, false],
  ['may not be what the rows exceed', undefined, false],
])('to increase a limit is advice only where it helps: one that %s', (_, neededRows, isAdvised) => {
  const messages = [
    describeError(new TelemetryError('overBudget', { neededRows })),
    rejectedPlanMessage({ kind: 'rejected', interval: '1m', expectedRows: neededRows ?? Infinity, maxRows: 1000 }),
  ];
  for (const message of messages) {
    expect(message).toMatch(/coarser interval or a shorter time range/);
    expect(message.includes('Max rows per series')).toBe(isAdvised);
  }
});
