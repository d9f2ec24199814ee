import { LevelGrid } from '../levelGrid';
import { UTC_GRID } from '../../../testSupport/testPlan';
import { toRows } from '../../../testSupport/toRows';
import { BUCKET_MS, type BucketLevel, type Level } from '../../time/step';
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../time/window';
import { NO_ROWS } from '../rows';
import { planRefinement, type Refinement } from './planRefinement';
import { type Cell, type Piece, visitCells } from './cells';

const MONDAY = Date.UTC(2026, 2, 2);
const ANY_BUDGET = { requests: 500, rows: 500_000 };

/** Buckets of a level that follow each other, with a number of readings each; none: no bucket. */
function buckets(level: BucketLevel, counts: readonly number[], change: Partial<Piece> = {}): Piece {
  const fromEpochMs = change.fromEpochMs ?? MONDAY;
  const rows = counts.flatMap((n, index) =>
    n === 0 ? [] : [{ at: fromEpochMs + index * BUCKET_MS[level], avg: 1, min: 0, max: 2, n }]
  );
  const toEpochMs = fromEpochMs + counts.length * BUCKET_MS[level];
  return { fromEpochMs, toEpochMs, level, rows: toRows(rows), absent: [], finest: 'raw', ...change };
}

function unexplored(fromEpochMs: number, toEpochMs: number): Piece {
  return {
    fromEpochMs,
    toEpochMs,
    level: undefined,
    rows: NO_ROWS,
    absent: [{ fromEpochMs, toEpochMs }],
    finest: 'raw',
  };
}

function cellsOf(pieces: readonly Piece[], grid = UTC_GRID): Cell[] {
  const cells: Cell[] = [];
  pieces.forEach((piece) => visitCells(piece, { horizonEpochMs: Infinity, grid }, (cell) => cells.push(cell)));
  return cells;
}

const READINGS = { finer: () => 'raw' as const };

function seen(pieces: readonly Piece[], grid = UTC_GRID) {
  return { pieces, grid };
}

function refine(undecided: readonly Cell[], pieces: readonly Piece[], grid = UTC_GRID) {
  return planRefinement({ toRefine: new Set(undecided) }, seen(pieces, grid), ANY_BUDGET);
}

/** Such as `1m 03-02 00:00 to 03-02 02:00: 120`, the last number being how many rows are expected. */
function text({ level, window, expectedRows }: Refinement): string {
  const [from, to] = [window.fromEpochMs, window.toEpochMs].map((at) => toIso(at).slice(5, 16).replace('T', ' '));
  return `${level} ${from} to ${to}: ${expectedRows}`;
}

/** The plan for those buckets of a piece whose place is given. */
function plan(piece: Piece, places: readonly number[], budget = ANY_BUDGET, needsReadings = false) {
  const undecided = cellsOf([piece]).filter(({ fromEpochMs }) =>
    places.includes((fromEpochMs - piece.fromEpochMs) / BUCKET_MS[piece.level as BucketLevel])
  );
  const { refinements, stoppedBy } = planRefinement(
    { toRefine: new Set(undecided), ...(needsReadings && READINGS) },
    seen([piece]),
    budget
  );
  return { requests: refinements.map(text), stoppedBy };
}

describe('the readings themselves, or finer buckets', () => {
  it.each<[string, Piece, string]>([
    ['an hour with a reading every 10 s', buckets('1h', [360]), 'raw 03-02 00:00 to 03-02 01:00: 360'],
    ['as many as a request and twice 60 buckets cost', buckets('1h', [1620]), 'raw 03-02 00:00 to 03-02 01:00: 1620'],
    ['more', buckets('1h', [1621]), '1m 03-02 00:00 to 03-02 01:00: 60'],
    ['a day with a reading every minute', buckets('1d', [1440]), 'raw 03-02 00:00 to 03-03 00:00: 1440'],
    ['a day with a reading every 10 s', buckets('1d', [8640]), '1h 03-02 00:00 to 03-03 00:00: 24'],
    ['a day with a few changes', buckets('1d', [14]), 'raw 03-02 00:00 to 03-03 00:00: 14'],
    ['a minute, however many readings it has', buckets('1m', [60_000]), 'raw 03-02 00:00 to 03-02 00:01: 60000'],
    ['an hour of a server that does not count', buckets('1h', [NaN]), '1m 03-02 00:00 to 03-02 01:00: 60'],
    ['a minute of a server that does not count', buckets('1m', [NaN]), 'raw 03-02 00:00 to 03-02 00:01: NaN'],
  ])('%s', (_, piece, expected) => {
    expect(plan(piece, [0])).toEqual({ requests: [expected], stoppedBy: undefined });
  });

  it('are minutes for a day that does not begin with an hour of UTC', () => {
    const day = buckets('1d', [86_400], { fromEpochMs: MONDAY - 5.75 * HOUR_MS });
    const grid = new LevelGrid('Asia/Kathmandu');
    const undecided = cellsOf([day], grid);
    expect(refine(undecided, [day], grid).refinements.map(text)).toEqual(['1m 03-01 18:15 to 03-02 18:15: 1440']);
  });

  it('are requested at once for a question that buckets hardly ever answer', () => {
    expect(plan(buckets('1h', [3600]), [0], ANY_BUDGET, true).requests).toEqual([
      'raw 03-02 00:00 to 03-02 01:00: 3600',
    ]);
  });

  it.each<[string, Level, string[]]>([
    ['minutes', '1m', ['1m 03-02 00:00 to 03-02 01:00: 60']],
    ['hours', '1h', []],
  ])('are not requested where nothing finer than %s can be had', (_, finest, expected) => {
    expect(plan(buckets('1h', [360], { finest }), [0]).requests).toEqual(expected);
  });
});

describe('neighbours', () => {
  it('are one request', () => {
    expect(plan(buckets('1h', [360, 360, 360]), [0, 1, 2]).requests).toEqual(['raw 03-02 00:00 to 03-02 03:00: 1080']);
  });

  it('are finer buckets together where their readings would be many', () => {
    expect(plan(buckets('1h', [3600, 3600]), [0, 1]).requests).toEqual(['1m 03-02 00:00 to 03-02 02:00: 120']);
  });

  it('include what lies between them if that costs less than a request', () => {
    const hours = buckets('1h', [360, 360, 360, 360, 360, 360, 360]);
    expect(plan(hours, [0, 5]).requests).toEqual(['raw 03-02 00:00 to 03-02 06:00: 2160']);
    expect(plan(hours, [0, 6]).requests).toEqual([
      'raw 03-02 06:00 to 03-02 07:00: 360',
      'raw 03-02 00:00 to 03-02 01:00: 360',
    ]);
  });

  it('are one request across a year without readings', () => {
    const days = buckets('1d', [10, ...Array.from({ length: 363 }, () => 0), 10]);
    expect(plan(days, [0, 364]).requests).toEqual(['raw 03-02 00:00 to 03-02 00:00: 20']);
  });

  it('are two requests if together they do not fit a page', () => {
    expect(plan(buckets('1m', [2500, 1, 2500]), [0, 2]).requests).toEqual([
      'raw 03-02 00:02 to 03-02 00:03: 2500',
      'raw 03-02 00:00 to 03-02 00:01: 2500',
    ]);
  });

  it('are two requests if the readings between them are known', () => {
    const [before, between, after] = [0, 1, 2].map((hour) => MONDAY + hour * HOUR_MS);
    const pieces = [
      buckets('1h', [360], { fromEpochMs: before }),
      { ...buckets('1h', [360], { fromEpochMs: between }), level: 'raw' } as const,
      buckets('1h', [360], { fromEpochMs: after }),
    ];
    const undecided = cellsOf([pieces[0]!, pieces[2]!]);
    expect(refine(undecided, pieces).refinements.map(text)).toEqual([
      'raw 03-02 02:00 to 03-02 03:00: 360',
      'raw 03-02 00:00 to 03-02 01:00: 360',
    ]);
  });

  it('are two requests of different levels', () => {
    expect(plan(buckets('1h', [3600, 0, 360]), [0, 2]).requests).toEqual([
      'raw 03-02 02:00 to 03-02 03:00: 360',
      '1m 03-02 00:00 to 03-02 01:00: 60',
    ]);
  });
});

describe('a budget', () => {
  const hours = buckets('1h', [
    360,
    ...Array.from({ length: 9 }, () => 3000),
    360,
    ...Array.from({ length: 9 }, () => 3000),
    360,
  ]);

  it('is spent on the latest first', () => {
    expect(plan(hours, [0, 10, 20], { requests: 2, rows: 10_000 })).toEqual({
      requests: ['raw 03-02 20:00 to 03-02 21:00: 360', 'raw 03-02 10:00 to 03-02 11:00: 360'],
      stoppedBy: 'maxRequests',
    });
  });

  it('counts rows, too', () => {
    expect(plan(hours, [0, 10, 20], { requests: 10, rows: 400 })).toEqual({
      requests: ['raw 03-02 20:00 to 03-02 21:00: 360'],
      stoppedBy: 'maxRows',
    });
  });

  it('counts the pages of a request', () => {
    expect(plan(buckets('1m', [5001]), [0], { requests: 1, rows: 10_000 })).toEqual({
      requests: [],
      stoppedBy: 'maxRequests',
    });
  });

  it('of nothing allows nothing', () => {
    expect(plan(hours, [0], { requests: 0, rows: 10_000 })).toEqual({ requests: [], stoppedBy: 'maxRequests' });
  });
});

describe('what has not been looked at at all', () => {
  const explore = (from: number, to: number, zone = 'UTC') => {
    const piece = unexplored(MONDAY + from, MONDAY + to);
    return refine(cellsOf([piece]), [piece], new LevelGrid(zone)).refinements.map(text);
  };

  it.each<[string, number, number, string[]]>([
    ['hours', -2 * DAY_MS, 0, ['1h 02-28 00:00 to 03-02 00:00: 48']],
    ['minutes where an edge cuts an hour', 0, 90 * MINUTE_MS, ['1m 03-02 00:00 to 03-02 01:30: 90']],
    ['days where those are many', -1000 * DAY_MS, 0, ['1d 06-06 00:00 to 03-02 00:00: 1000']],
    [
      'days, and hours of what is left of a day',
      -1000 * DAY_MS - 5 * HOUR_MS,
      7 * HOUR_MS,
      ['1h 03-02 00:00 to 03-02 07:00: 7', '1d 06-06 00:00 to 03-02 00:00: 1000', '1h 06-05 19:00 to 06-06 00:00: 5'],
    ],
  ])('is explored in %s', (_, from, to, expected) => {
    expect(explore(from, to)).toEqual(expected);
  });

  it('is explored in days of the zone whose days the server counts', () => {
    expect(explore(-1000 * DAY_MS, 0, 'Europe/Madrid')).toEqual([
      '1h 03-01 23:00 to 03-02 00:00: 1',
      '1d 06-06 22:00 to 03-01 23:00: 1000',
      '1h 06-06 00:00 to 06-06 22:00: 22',
    ]);
  });

  it('is one request, however many cells depend on it', () => {
    const piece = unexplored(MONDAY, MONDAY + HOUR_MS);
    const cells = [...cellsOf([piece]), ...cellsOf([piece])];
    expect(refine(cells, [piece]).refinements).toHaveLength(1);
  });
});

it('plans nothing for readings', () => {
  const reading: Piece = { ...buckets('1m', [1]), level: 'raw' };
  expect(refine(cellsOf([reading]), [reading])).toEqual({
    refinements: [],
    stoppedBy: undefined,
  });
});
