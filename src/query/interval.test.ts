import { HOUR_MS, MINUTE_MS } from '../core/time/window';
import { intervalProblem, offsetProblem, parseInterval, parseOffset, takesOffset } from './interval';

describe('parseInterval', () => {
  it.each([
    ['auto', { kind: 'auto' }],
    ['', { kind: 'auto' }],
    ['raw', { kind: 'level', level: 'raw' }],
    ['crudo', { kind: 'level', level: 'raw' }],
    [' 1m ', { kind: 'level', level: '1m' }],
    ['1h', { kind: 'level', level: '1h' }],
    ['1d', { kind: 'step', step: { count: 1, unit: 'd' } }],
    ['5m', { kind: 'step', step: { count: 5, unit: 'm' } }],
    ['60s', { kind: 'step', step: { count: 60, unit: 's' } }],
    ['24h', { kind: 'step', step: { count: 1, unit: 'd' } }],
    ['1w', { kind: 'step', step: { count: 1, unit: 'w' } }],
    [' range ', { kind: 'range' }],
    ['7m', { kind: 'invalid', text: '7m' }],
    ['often', { kind: 'invalid', text: 'often' }],
  ])('the interval %j means %j', (text, expected) => {
    expect(parseInterval(text)).toEqual(expected);
  });
});

describe('intervalProblem', () => {
  it.each([
    'auto',
    'raw',
    'crudo',
    '1m',
    '1h',
    '1d',
    '5m',
    '8h',
    '24h',
    '90s',
    '2w',
    '1M',
    '$step',
    '${step}',
    '[[step]]',
  ])('accepts the interval %s', (text) => {
    expect(intervalProblem(text)).toBeUndefined();
  });

  it.each(['5', 'five minutes', '0m', '-5m', '1.5h', '5y', '$', 'm5', '999999h', '1000000s'])(
    'rejects %s, which is not an interval',
    (text) => {
      expect(intervalProblem(text)).toEqual({ kind: 'notAnInterval' });
    }
  );

  it.each([
    ['7m', ['6m', '8m']],
    ['5h', ['4h', '6h']],
    ['25h', ['1d', '2d']],
    ['55s', ['54s', '60s']],
    ['11s', ['10s', '12s']],
  ])(
    'rejects %s, which would split each day at different times, and names the nearest valid steps',
    (text, nearest) => {
      expect(intervalProblem(text)).toEqual({ kind: 'cutsDays', nearest });
    }
  );
});

describe('parseOffset', () => {
  const shifts = parseInterval('8h');

  it.each([
    ['', 0],
    ['00:00', 0],
    [' 06:00 ', 6 * HOUR_MS],
    ['6:00', 6 * HOUR_MS],
    ['22:30', 22 * HOUR_MS + 30 * MINUTE_MS],
    ['23:59', 24 * HOUR_MS - MINUTE_MS],
  ])('steps at %j start %d ms after midnight', (text, offsetMs) => {
    expect(parseOffset(text, shifts)).toEqual({ kind: 'offset', offsetMs });
  });

  it.each(['24:00', '06:60', '6', '6h', '06.00', '-06:00', '06:00:00', '6 pm', '$start'])(
    '%j is not a time of day',
    (text) => {
      expect(parseOffset(text, shifts)).toEqual({ kind: 'notATime', text });
    }
  );

  it.each([['1h', '06:30', '60m']])(
    'the buckets of %s cannot start at %s, but steps of the same length can',
    (interval, text, instead) => {
      expect(parseOffset(text, parseInterval(interval))).toEqual({
        kind: 'movesLevel',
        text,
        level: interval,
        instead,
      });
      expect(parseOffset(text, parseInterval(instead))).toMatchObject({ kind: 'offset' });
    }
  );

  it.each(['1m', '1h', 'raw', 'auto'])('an offset of whole hours changes nothing for %s', (interval) => {
    expect(parseOffset('06:00', parseInterval(interval))).toEqual({ kind: 'offset', offsetMs: 0 });
  });
});

it.each([
  ['8h', true],
  ['60m', true],
  ['24h', true],
  ['1w', true],
  ['1M', true],
  ['$step', true],
  ['15m', false],
  ['auto', false],
  ['raw', false],
  ['1h', false],
  ['1d', true],
  ['often', false],
])('an interval of %s takes an offset: %s', (interval, expected) => {
  expect(takesOffset(interval)).toBe(expected);
});

it.each([
  ['', '8h', undefined],
  ['06:00', '8h', undefined],
  ['$start', '8h', undefined],
  ['06:00', '$step', undefined],
  ['6h', '8h', 'notATime'],
  ['soon', '$step', 'notATime'],
  ['06:00', '1d', undefined],
  ['06:30', '1h', 'movesLevel'],
])('the problem of an offset of %j for %s: %s', (text, interval, expected) => {
  expect(offsetProblem(text, interval)?.kind).toBe(expected);
});
