import { intervalProblem } from './intervalProblem';

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
  ])('takes the interval %s', (text) => {
    expect(intervalProblem(text)).toBeUndefined();
  });

  it.each(['5', 'five minutes', '0m', '-5m', '1.5h', '5y', '$', 'm5', '999999h', '1000000s'])(
    'refuses %s, which is no interval',
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
    'refuses %s, which would cut days at another place each day, and names the nearest that do not',
    (text, nearest) => {
      expect(intervalProblem(text)).toEqual({ kind: 'cutsDays', nearest });
    }
  );
});
