import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DataLink } from '@grafana/data';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/window';
import { pointLinks } from './pointLinks';

const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON - HOUR_MS, toEpochMs: NOON + HOUR_MS };
const QUERY = {
  refId: 'A',
  kind: 'history',
  version: 2 as const,
  interval: 'auto',
  devices: ['"P",$1'],
  tags: ['<b>'],
};
const STEPS = { interval: '8h', offset: '', zone: 'UTC' };
const OPTIONS = { dataSourceUid: 'uid', query: QUERY, window: WINDOW, stepMs: 0, stepsBy: STEPS, shift: undefined };

function opened(timeText: string, options: Partial<Parameters<typeof pointLinks>[0]> = {}) {
  const link = pointLinks({ ...OPTIONS, ...options }).at(-1)!;
  const url = link.onBuildUrl?.({
    origin: undefined,
    replaceVariables: (text) => (text === '${__value.time}' ? timeText : text),
  });
  const panes: unknown = JSON.parse(new URLSearchParams(url?.split('?')[1]).get('panes') ?? '');
  const { queries, range } = Object.values(panes as Record<string, { queries: object[]; range: object }>)[0]!;
  return { query: queries[0], range };
}

it('opens the readings five minutes around a reading', () => {
  const { query, range } = opened(String(NOON));
  expect(query).toMatchObject({ kind: 'history', devices: ['"P",$1'], interval: 'raw' });
  expect(range).toEqual({ from: String(NOON - 5 * MINUTE_MS), to: String(NOON + 5 * MINUTE_MS) });
});

it('opens the whole step of a point, and as much before and after it', () => {
  expect(opened(String(NOON), { stepMs: HOUR_MS }).range).toEqual({
    from: String(NOON - HOUR_MS),
    to: String(NOON + 2 * HOUR_MS),
  });
});

it('opens what a point of a shifted series stands for', () => {
  const shift = { step: { count: 1, unit: 'd' }, zone: 'UTC' } as const;
  expect(opened(String(NOON), { shift }).range).toEqual({
    from: String(NOON - DAY_MS - 5 * MINUTE_MS),
    to: String(NOON - DAY_MS + 5 * MINUTE_MS),
  });
});

it.each(['${__value.time}', ''])('opens the trend of the panel for a value without a time: %j', (text) => {
  const { query, range } = opened(text);
  expect(query).toMatchObject({ interval: 'auto' });
  expect(range).toEqual({ from: String(WINDOW.fromEpochMs), to: String(WINDOW.toEpochMs) });
});

it('is the same on each refresh, and opens the window of the last one', () => {
  const first = pointLinks(OPTIONS);
  const later = { fromEpochMs: WINDOW.fromEpochMs + MINUTE_MS, toEpochMs: WINDOW.toEpochMs + MINUTE_MS };
  expect(pointLinks({ ...OPTIONS, query: { ...QUERY }, window: later })).toBe(first);
  expect(pointLinks({ ...OPTIONS, stepMs: MINUTE_MS })).not.toBe(first);
  expect(opened('', { window: later }).range).toEqual({
    from: String(later.fromEpochMs),
    to: String(later.toEpochMs),
  });
});

it('opens the query that it is of', () => {
  const other = { ...QUERY, devices: ['other'] };
  expect(opened('', { query: other }).query).toMatchObject({ devices: ['other'] });
  expect(opened('').query).toMatchObject({ devices: ['"P",$1'], tags: ['<b>'] });
});

describe('of a wide step', () => {
  const edges = Float64Array.of(NOON - HOUR_MS, NOON, NOON + 2 * HOUR_MS);
  const DASHBOARD = { '${__url.path}': '/grafana/d/tag/tag', '${__url.params:exclude:from,to}': '?var-device=P' };
  const stepLink = (options: object) => pointLinks({ ...OPTIONS, stepMs: HOUR_MS, edges, ...options })[0]!;
  const urlOf = (
    link: DataLink,
    timeEpochMs: number,
    page: Readonly<Record<string, string>> = DASHBOARD,
    origin?: object
  ) => {
    const values: Readonly<Record<string, string>> = { '${__value.time}': String(timeEpochMs), ...page };
    return link.onBuildUrl!({ origin, replaceVariables: (text) => values[text] ?? text }) as string;
  };
  const stepUrl = (timeEpochMs: number, page: Readonly<Record<string, string>>, options: object = {}) =>
    urlOf(stepLink(options), timeEpochMs, page);

  it.each([NOON, NOON + MINUTE_MS])('shows the dashboard over exactly the step', (timeEpochMs) => {
    const range = `from=${NOON}&to=${NOON + 2 * HOUR_MS}`;
    expect(stepUrl(timeEpochMs, DASHBOARD)).toBe(`/grafana/d/tag/tag?var-device=P&${range}`);
    expect(stepUrl(timeEpochMs, { ...DASHBOARD, '${__url.params:exclude:from,to}': '?' })).toBe(
      `/grafana/d/tag/tag?${range}`
    );
  });

  it.each([
    ['a time comparison', 7 * DAY_MS],
    ['a panel of another time', HOUR_MS],
  ])('shows its own step, also if %s has the same series in a window of the same length', (_, backMs) => {
    const own = stepLink({});
    const window = { fromEpochMs: WINDOW.fromEpochMs - backMs, toEpochMs: WINDOW.toEpochMs - backMs };
    const other = stepLink({ window, edges: edges.map((edge) => edge - backMs) });
    expect(urlOf(own, NOON)).toContain(`from=${NOON}&to=${NOON + 2 * HOUR_MS}`);
    expect(urlOf(other, NOON - backMs)).toContain(`from=${NOON - backMs}&to=${NOON - backMs + 2 * HOUR_MS}`);
  });

  it('shows its own step, also if another panel has steps of the same length that begin at another time of day', () => {
    const own = stepLink({ edges: Float64Array.of(NOON, NOON + 8 * HOUR_MS) });
    stepLink({
      stepsBy: { ...STEPS, offset: '14:00' },
      edges: Float64Array.of(NOON + 2 * HOUR_MS, NOON + 10 * HOUR_MS),
    });
    // The latest reading is inside a step.
    expect(urlOf(own, NOON + 3 * HOUR_MS)).toContain(`from=${NOON}&to=${NOON + 8 * HOUR_MS}`);
  });

  it('shows the own step of a time comparison, which Grafana draws at the times of the panel', () => {
    const earlier = edges.map((edge) => edge - DAY_MS);
    const origin = { config: { custom: { timeCompare: { diffMs: -DAY_MS, isTimeShiftQuery: true } } } };
    const url = urlOf(stepLink({ edges: earlier }), NOON, DASHBOARD, origin);
    expect(url).toContain(`from=${NOON - DAY_MS}&to=${NOON - DAY_MS + 2 * HOUR_MS}`);
  });

  it('shows a window of the length of a step from a time that is in no step that was drawn lately', () => {
    expect(urlOf(stepLink({}), NOON + 5 * DAY_MS)).toContain(
      `from=${NOON + 5 * DAY_MS}&to=${NOON + 5 * DAY_MS + HOUR_MS}`
    );
    const link = stepLink({ stepMs: 2 * HOUR_MS });
    for (let step = 1; step <= 1000; step++) {
      stepLink({ stepMs: 2 * HOUR_MS, edges: edges.map((edge) => edge + step * DAY_MS) });
    }
    expect(urlOf(link, NOON)).toContain(`from=${NOON}&to=${NOON + 2 * HOUR_MS}`);
  });

  it('shows the step of an earlier time where its data is from', () => {
    const shift = { step: { count: 1, unit: 'd' }, zone: 'UTC' } as const;
    expect(stepUrl(NOON, DASHBOARD, { shift })).toContain(`from=${NOON - DAY_MS}&to=${NOON + 2 * HOUR_MS - DAY_MS}`);
  });

  it.each<Readonly<Record<string, string>>>([
    { '${__url.path}': '/explore', '${__url.params:exclude:from,to}': '?panes=x' },
    {},
  ])('shows the tag in Explore if the page is no dashboard', (page) => {
    const panes = new URLSearchParams(stepUrl(NOON, page).split('?')[1]).get('panes');
    expect(panes).toContain(`"range":{"from":"${NOON}","to":"${NOON + 2 * HOUR_MS}"}`);
  });
});

it('lets go of the window, and with it of what is kept for as long as a window exists', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // Of other lengths, so that each has links of its own.
  const drawn = (_: unknown, index: number) => {
    const window = { fromEpochMs: NOON, toEpochMs: NOON + DAY_MS + index };
    pointLinks({ ...OPTIONS, window });
    return new WeakRef(window);
  };
  const windows = Array.from({ length: 10 }, drawn);
  // What was dereferenced in a task lives until its end.
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  // The compiler may still hold the last one.
  expect(windows.filter((window) => window.deref() !== undefined).length).toBeLessThan(2);
});
