import { startTestService, testDevice, type TestService } from '../test/support/testService.ts';
import { loggerOptions } from './logging.ts';
import { RepeatedErrors } from './repeatedErrors.ts';

type Line = Readonly<Record<string, unknown>>;

let counts: Array<readonly [kind: string, repeated: number]>;
let endInterval: () => void;
let isRunning: boolean;
let errors: RepeatedErrors;

beforeEach(() => {
  counts = [];
  isRunning = true;
  errors = new RepeatedErrors((work) => {
    endInterval = work;
    return () => (isRunning = false);
  });
});

/** Whether each error is logged. */
function meet(...kinds: string[]): boolean[] {
  return kinds.map((kind) => errors.isFirst(kind, (repeated) => counts.push([kind, repeated])));
}

test('the first error of each kind is logged, and the others are counted at the end of the interval', () => {
  expect(meet('a', 'b', 'a', 'a', 'c', 'b')).toEqual([true, true, false, false, true, false]);
  expect(counts).toEqual([]);
  endInterval();
  expect(counts.sort()).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('while an error goes on, it is counted in each interval; after one without it, it is logged again', () => {
  meet('a', 'a');
  endInterval();
  expect(meet('a')).toEqual([false]);
  endInterval();
  endInterval();
  expect(meet('a')).toEqual([true]);
  expect(counts).toEqual([
    ['a', 1],
    ['a', 1],
  ]);
});

test('at the end, what is counted is logged', () => {
  meet('a', 'a', 'b');
  errors.close();
  expect({ counts, isRunning }).toEqual({ counts: [['a', 1]], isRunning: false });
});

test('of very many kinds, those that were not seen for longest are forgotten after their counts were logged', () => {
  meet('first', 'first', 'second');
  const others = Array.from({ length: 99 }, (_, i) => `other ${i}`);
  expect(meet(...others)).toEqual(others.map(() => true));
  expect(counts).toEqual([['first', 1]]);
  expect(meet('second', 'first')).toEqual([false, true]);
});

describe('in the log of the service', () => {
  let lines: Line[];
  let service: TestService;

  beforeEach(async () => {
    lines = [];
    const logger = loggerOptions('warn', { write: (line) => lines.push(JSON.parse(line) as Line) }, errors);
    service = await startTestService([testDevice('COMP-01')], { logger });
    await service.pool.query('ALTER TABLE latest RENAME TO hidden');
  });

  afterEach(() => service.close());

  test('requests that fail alike have one line with a stack and one with their number; another route has its own', async () => {
    const { headers } = await service.get('/v1/valores');
    await service.get('/v1/valores', { dispositivo: 'COMP-01' });
    await service.get('/v1/valores');
    await service.get('/v1/dispositivos');
    const first = (route: string) => ({
      level: 50,
      msg: 'error_interno',
      route,
      err: { code: '42P01', message: 'relation "latest" does not exist', stack: expect.stringContaining(' at ') },
    });
    expect(lines).toMatchObject([first('/v1/valores'), first('/v1/dispositivos')]);
    lines.length = 0;
    endInterval();
    expect(lines).toEqual([
      {
        level: 50,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        reqId: headers.get('x-request-id'),
        msg: 'error_interno',
        route: '/v1/valores',
        code: '42P01',
        error: 'relation "latest" does not exist',
        repeated: 2,
      },
    ]);
  });

  test('another error of the same route is logged meanwhile', async () => {
    await service.get('/v1/valores');
    await service.pool.query('ALTER TABLE device RENAME TO gone');
    await service.get('/v1/valores');
    await service.get('/v1/valores');
    expect(lines.map(({ err }) => (err as Line).message)).toEqual([
      'relation "latest" does not exist',
      'relation "device" does not exist',
    ]);
  });

  test('lines without an error are not counted', () => {
    service.app.log.warn({ route: '/' }, 'slow request');
    service.app.log.warn({ route: '/' }, 'slow request');
    service.app.log.warn('text alone');
    expect(lines.map(({ msg }) => msg)).toEqual(['slow request', 'slow request', 'text alone']);
  });
});
