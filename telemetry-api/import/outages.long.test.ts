import { retryWhileUnreachable } from '../store/database/retryWhileUnreachable.ts';
import { DiskFullError } from '../store/embedded/clusterFolders.ts';
import { type Cut, openCuttingRelay } from '../test/support/databases/cuttingRelay.ts';
import { openTestDatabase } from '../test/support/databases/testDatabase.ts';
import { importsInto, PLANT_CSV, type TestImports } from '../test/support/testImports.ts';

// The relay connects to the socket of the embedded database.
const withEmbedded = process.env.TEST_DATABASE_URL === undefined ? describe : describe.skip;

let imports: TestImports;

beforeAll(async () => {
  imports = importsInto(await openTestDatabase({ isAlone: true }));
});

beforeEach(() => imports.clear());

afterAll(() => imports.close());

/** Runs imports whose connection breaks at the given COMMITs. */
async function withCuts<T>(cuts: readonly Cut[], work: (through: TestImports) => Promise<T>): Promise<T> {
  const relay = await openCuttingRelay(imports, cuts);
  try {
    const signal = new AbortController().signal;
    const retry = retryWhileUnreachable({
      limitMs: 30_000,
      signal,
      onOutage: () => undefined,
      onRecovery: () => undefined,
    });
    return await work(imports.through({ pool: relay.pool, retry }));
  } finally {
    await relay.close();
  }
}

withEmbedded('an import whose connection breaks', () => {
  it.each([['keep'], ['replace']] as const)(
    'with %s counts each reading once, whether the commit took place or not',
    async (onConflict) => {
      await imports.devices(PLANT_CSV);
      const rows = Array.from({ length: 50_000 }, (_, i) => `CMP-1,presion,${1_767_225_600 + i},${i % 97}`);
      const file = (extra: readonly string[] = []) => `device,tag,ts,value\n${[...rows, ...extra].join('\n')}\n`;
      const options = { timeFormat: 'epoch-s', onConflict };
      // The first two transactions create the partitions of the day.
      const cuts: Cut[] = [undefined, 'after', 'before', 'after', 'after', 'before', 'after', 'after'];
      const first = await withCuts(cuts, (through) => through.readings(file(), options));
      expect(first).toEqual({
        outcome: 'complete',
        report: [
          '50,000  new',
          '0  already stored with the same value',
          '0  rejected',
          'from 2026-01-01T00:00:00.000Z to 2026-01-01T13:53:19.000Z',
        ],
      });
      const again = await withCuts(['after', 'before', 'after'], (through) =>
        through.readings(file(['CMP-1,presion,1767225600,5']), options)
      );
      expect(again.report.slice(0, 2)).toEqual(['0  new', '50,000  already stored with the same value']);
      expect(again.report[2]).toMatch(/^1  already stored with another value/i);
      const stored = await imports.stored();
      expect(stored.rows).toHaveLength(50_000);
      expect(stored.wrongBuckets).toBe(0);
    }
  );

  it('counts new devices and tags once, also those that --create-missing creates', async () => {
    const { report } = await withCuts(['after', 'before'], (through) => through.devices(PLANT_CSV));
    expect(report).toEqual(expect.arrayContaining(['1  new devices', '2  new tags', '0  unchanged devices']));
    const file = 'device,tag,ts,value\nX,t,2026-01-01T00:00:00Z,1\n';
    const created = await withCuts(['after', 'before', 'after'], (through) =>
      through.readings(file, { createMissing: true, site: 'ZAZ' })
    );
    expect(created.report).toEqual(expect.arrayContaining(['1  new', '1  device created', '1  tag created']));
  });
});

withEmbedded('an import of alerts whose connection breaks', () => {
  it('counts each alert once', async () => {
    await imports.devices(PLANT_CSV);
    const alert = (rule: string) => `CMP-1,presion,${rule},critica,2026-01-01T00:00:00Z,1`;
    const file = `device,tag,rule,severity,started,value\n${alert('a')}\n${alert('b')}\n`;
    for (const cut of ['before', 'after'] as const) {
      expect((await withCuts([cut], (through) => through.alerts(file))).report).toEqual([
        '2  new',
        '0  changed',
        '0  unchanged',
        '2  of these are open: they have no end',
        '0  rejected',
      ]);
      await imports.query('TRUNCATE alert');
    }
  });
});

it('an outage that outlasts the limit ends with its error; shorter ones are reported once', async () => {
  const events: string[] = [];
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const make = (limitMs: number, signal = new AbortController().signal) =>
    retryWhileUnreachable({
      limitMs,
      signal,
      onOutage: () => events.push('outage'),
      onRecovery: () => events.push('recovery'),
    });
  await expect(make(0)(() => Promise.reject(refused))).rejects.toBe(refused);
  let failures = 2;
  const flaky = () => (failures-- > 0 ? Promise.reject(refused) : Promise.resolve('done'));
  const retry = make(30_000);
  expect(await Promise.all([retry(flaky), retry(flaky)])).toEqual(['done', 'done']);
  expect(events).toEqual(['outage', 'outage', 'recovery']);
  await expect(make(30_000, AbortSignal.abort())(() => Promise.reject(refused))).rejects.toBe(refused);
  const fault = new Error('a faulty statement');
  await expect(retry(() => Promise.reject(fault))).rejects.toBe(fault);
});

it('an outage because of a full disk ends with its reason, as soon as that is known', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const full = new DiskFullError('the disk is full');
  const reasons = [undefined, new Error('a server that is still ending'), full];
  const retry = retryWhileUnreachable({
    limitMs: 30_000,
    signal: new AbortController().signal,
    onOutage: () => undefined,
    onRecovery: () => undefined,
    outageReason: () => reasons.shift(),
  });
  await expect(retry(() => Promise.reject(refused))).rejects.toBe(full);
  expect(reasons).toEqual([]);
});
