import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time/window';
import { readingsLink } from './readingsLink';

const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON - HOUR_MS, toEpochMs: NOON + HOUR_MS };
const SERIES = { device: '"P",$1', tag: '<b>' };
const OPTIONS = { dataSourceUid: 'uid', window: WINDOW, stepMs: 0, shift: undefined };

function opened(timeText: string, options: Partial<Parameters<typeof readingsLink>[1]> = {}) {
  const link = readingsLink(SERIES, { ...OPTIONS, ...options });
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
  expect(query).toMatchObject({ kind: 'history', devices: ['"P",$1'], tags: ['<b>'], interval: 'raw' });
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
  const first = readingsLink(SERIES, OPTIONS);
  const later = { fromEpochMs: WINDOW.fromEpochMs + MINUTE_MS, toEpochMs: WINDOW.toEpochMs + MINUTE_MS };
  expect(readingsLink({ ...SERIES }, { ...OPTIONS, window: later })).toBe(first);
  expect(readingsLink(SERIES, { ...OPTIONS, stepMs: MINUTE_MS })).not.toBe(first);
  expect(opened('', { window: later }).range).toEqual({
    from: String(later.fromEpochMs),
    to: String(later.toEpochMs),
  });
});
