import { HOUR_MS, MINUTE_MS } from '../core/time/window';
import { parseInterval } from './requestedInterval';
import { parseOffset } from './stepOffset';

const SHIFTS = parseInterval('8h');

it.each([
  ['', 0],
  ['00:00', 0],
  [' 06:00 ', 6 * HOUR_MS],
  ['6:00', 6 * HOUR_MS],
  ['22:30', 22 * HOUR_MS + 30 * MINUTE_MS],
  ['23:59', 24 * HOUR_MS - MINUTE_MS],
])('steps from %j begin %d ms after midnight', (text, offsetMs) => {
  expect(parseOffset(text, SHIFTS)).toEqual({ kind: 'offset', offsetMs });
});

it.each(['24:00', '06:60', '6', '6h', '06.00', '-06:00', '06:00:00', '6 pm', '$start'])(
  '%j is no time of day',
  (text) => {
    expect(parseOffset(text, SHIFTS)).toEqual({ kind: 'notATime', text });
  }
);

it.each([
  ['1d', '06:00', '24h'],
  ['1h', '06:30', '60m'],
])('the buckets of %s cannot begin at %s, steps of the same length can', (interval, text, instead) => {
  expect(parseOffset(text, parseInterval(interval))).toEqual({ kind: 'movesLevel', text, level: interval, instead });
  expect(parseOffset(text, parseInterval(instead))).toMatchObject({ kind: 'offset' });
});

it.each(['1m', '1h', 'raw', 'auto'])('an offset of whole hours changes nothing for %s', (interval) => {
  expect(parseOffset('06:00', parseInterval(interval))).toEqual({ kind: 'offset', offsetMs: 0 });
});
