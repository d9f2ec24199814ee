import { isKept, loadBounds, type Observed } from './loadBounds.ts';
import type { LoadResult } from './clients/loadJob.ts';

const RESULT: LoadResult = {
  seconds: 600,
  latencies: [],
  statuses: { 200: 900, '429 demasiadas_solicitudes': 1, '503 servidor_ocupado': 1, '503 base_no_disponible': 2 },
  answered: [150, 300, 450],
  answeredAfterRestart: [1, 1, 1],
  wrong: {},
  unreachable: [
    { sentMs: 900, receivedMs: 1000 },
    { sentMs: 2000, receivedMs: 2100 },
  ],
  neverAdmitted: 0,
};
const OBSERVED: Observed = {
  memoryMiB: [...Array<number>(100).fill(100), ...Array<number>(100).fill(480), ...Array<number>(200).fill(512)],
  restart: { fromMs: 1000, toMs: 2000 },
  acknowledged: 5,
  found: 5,
};

function broken(result: Partial<LoadResult>, observed: Partial<Observed> = {}): string[] {
  return loadBounds({ ...RESULT, ...result }, { ...OBSERVED, ...observed }).flatMap((bound) =>
    isKept(bound) ? [] : [bound.what]
  );
}

test('a run at every limit passes', () => {
  expect(broken({})).toEqual([]);
});

test.each<[string, Partial<LoadResult>, Partial<Observed>, string[]]>([
  ['a wrong answer', { wrong: { '500 error_interno (raw)': 1 } }, {}, ['wrong answers and lost connections']],
  [
    'a service that was never full',
    { statuses: { 200: 900, '503 base_no_disponible': 2 } },
    {},
    ['429, of a key beyond its limits', '503, of a service with all slots in use'],
  ],
  [
    'a restart that no client noticed',
    { statuses: { ...RESULT.statuses, '503 base_no_disponible': 0 } },
    {},
    ['503, of an unreachable database'],
  ],
  [
    'a 503 of the database before its restart',
    { unreachable: [{ sentMs: 900, receivedMs: 999 }] },
    {},
    ['of these, outside of its restart'],
  ],
  [
    'a 503 of the database after its restart',
    { unreachable: [{ sentMs: 2001, receivedMs: 2002 }] },
    {},
    ['of these, outside of its restart'],
  ],
  [
    'a client that is never admitted',
    { neverAdmitted: 1 },
    {},
    ['clients that waited as told and were never admitted'],
  ],
  [
    'a key that the restart cut off',
    { answeredAfterRestart: [1, 0, 1] },
    {},
    ['keys without an answer after the restart'],
  ],
  ['a key with less than half of the mean', { answered: [149, 300, 451] }, {}, ["slowest key's share of the mean"]],
  ['no answers at all', { answered: [0, 0] }, {}, ['answers of each key, too few to compare']],
  ['few answers, none of one key', { answered: [40, 0] }, {}, ['answers of each key, too few to compare']],
  ['a lost row', {}, { found: 4 }, ['imported rows that are lost']],
  ['too much memory', {}, { memoryMiB: [512, 513, 512] }, ['memory of the service, MiB']],
  ['memory that could not be read', {}, { memoryMiB: [100, NaN] }, ['memory of the service, MiB']],
  [
    'memory that grows',
    {},
    { memoryMiB: Array.from({ length: 400 }, (_, i) => 100 + i / 4) },
    ['its growth from the second quarter to the last, MiB'],
  ],
])('%s breaks its bound', (_, result, observed, what) => {
  expect(broken(result, observed)).toEqual(what);
});

test('keys with few answers on a slow machine are not compared', () => {
  expect(broken({ answered: [10, 20, 59] })).toEqual([]);
});

test('the growth of a short run, in which the service warms up, is not limited', () => {
  expect(broken({}, { memoryMiB: [100, 200, 300, 400] })).toEqual([]);
});
