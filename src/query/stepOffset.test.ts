import { HOUR_MS, MINUTE_MS } from '../core/time/window';
import { parseOffset } from './stepOffset';

it.each([
  ['', 0],
  ['00:00', 0],
  [' 06:00 ', 6 * HOUR_MS],
  ['6:00', 6 * HOUR_MS],
  ['22:30', 22 * HOUR_MS + 30 * MINUTE_MS],
  ['23:59', 24 * HOUR_MS - MINUTE_MS],
])('steps from %j begin %d ms after midnight', (text, offsetMs) => {
  expect(parseOffset(text)).toEqual({ kind: 'offset', offsetMs });
});

it.each(['24:00', '06:60', '6', '6h', '06.00', '-06:00', '06:00:00', '6 pm', '$start'])(
  '%j is no time of day',
  (text) => {
    expect(parseOffset(text)).toEqual({ kind: 'invalid', text });
  }
);
