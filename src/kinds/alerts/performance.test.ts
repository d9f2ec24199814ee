import type { DataFrame, Field } from '@grafana/data';
import type { Alert } from '../../core/alerts/alert';
import { HOUR_MS, MINUTE_MS } from '../../core/time/window';
import { columns } from '../../testSupport/columns';
import { createFakeClock } from '../../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { testAlert } from '../../testSupport/testAlert';
import { createTestClient } from '../../testSupport/testClient';
import type { TelemetryQuery } from '../kinds';
import { EXPRESSION_APP } from '../../grafana/query/panelContext';
import { runQuery } from '../runQuery';
import { lastValueFrom } from 'rxjs';

const NOON = Date.UTC(2026, 4, 4, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 2 * HOUR_MS };

let id = 0;

function openedAt(minute: number, change: Partial<Alert> = {}): Alert {
  const startEpochMs = NOON + minute * MINUTE_MS;
  return testAlert('critica', startEpochMs, startEpochMs + 5 * MINUTE_MS, {
    id: `00000000-0000-4000-8000-${String(id++).padStart(12, '0')}`,
    ...{ rule: 'High', device: 'P1', tag: 'pressure' },
    ...change,
  });
}

/** Eleven alerts of a pump within five minutes: a flood. One of an oven before it, with others still open. */
const FLOOD = [...Array(11).keys()].map((index) => openedAt(30 + index / 2));
const OVEN = { rule: 'Hot', device: 'H1', tag: 'temperature', severity: 'info' };
const ALERTS = [
  openedAt(3, { ...OVEN, acknowledgedEpochMs: NOON + 4 * MINUTE_MS }),
  ...FLOOD,
  openedAt(100, { ...OVEN, endEpochMs: undefined }),
];

async function show(query: object, panelPluginId: string | undefined, alerts: readonly Alert[] = ALERTS, change = {}) {
  const devices = [
    { code: 'P1', name: 'Pump', site: 'Getafe', area: 'Water' },
    { code: 'H1', name: 'Oven', site: 'Bilbao', area: 'Baking' },
  ].map((device) => ({ ...device, type: '', connection: '', lastContactEpochMs: undefined, tags: [] }));
  const test = createTestClient({ ...EMPTY_DATA, alerts, devices }, {}, { clock: createFakeClock(WINDOW.toEpochMs) });
  const target = { kind: 'alerts', format: 'performance', ...query } as Partial<TelemetryQuery>;
  const request = panelRequest(WINDOW, [target], { panelPluginId, ...change });
  const replace = (text: string) => (text === '$operators' ? ['2'] : [text]);
  const { data, errors = [] } = await lastValueFrom(runQuery(request, dataSourceServices(test), replace));
  if (errors.length > 0) {
    throw new Error(errors[0]?.message);
  }
  expect(test.server.requests.filter(({ path }) => path === 'v1/alertas')).toHaveLength(2);
  return (data as DataFrame[])[0]!;
}

function fieldOf(frame: DataFrame, name: string): Field {
  return frame.fields.find((field) => field.name === name)!;
}

it('in a table, there is a row per figure with its target and whether it is met', async () => {
  const { value, target, assessment, figure } = columns(await show({}, 'table'));
  expect(figure!.map((name, row) => [name, value![row], target![row], assessment![row]])).toEqual([
    ['Alerts opened', '13', null, 'noTarget'],
    ['Alerts per operator and 10 minutes', '1.08', '≤ 2', 'manageable'],
    ['Most in any 10 minutes, per operator', '11', '≤ 10', 'tooHigh'],
    ['Periods of 10 minutes with more than 10 alerts', '8.3 %', '≤ 1 %', 'tooHigh'],
    ['Hours with more than 30 alerts', '0 %', '≤ 1 %', 'acceptable'],
    ['Alarm floods', '1', null, 'noTarget'],
    ['Time in floods', '10.8 %', '≤ 1 %', 'tooHigh'],
    ['Share of the ten most frequent alarms', null, null, 'noTarget'],
    ['Chattering alarms', '0', '≤ 0', 'acceptable'],
    ['Fleeting alerts', '0', '≤ 0', 'acceptable'],
    ['Standing alerts', '0', '≤ 4', 'acceptable'],
    ['Ended unacknowledged', '11', null, 'noTarget'],
  ]);
});

it('in panels of values there is a number per figure, with its target as thresholds', async () => {
  const frame = await show({}, 'stat');
  expect(columns(frame)).toMatchObject({
    time: [WINDOW.toEpochMs],
    opened: [13],
    floods: [1],
    mostFrequent: [null],
    medianToAcknowledge: [60],
    p90ToEnd: [300],
  });
  const steps = (name: string) => fieldOf(frame, name).config.thresholds?.steps.map(({ color }) => color);
  expect(steps('perPeriod')).toEqual(['#2b7524', '#a85100', '#c4162a']);
  expect(steps('standing')).toEqual(['#2b7524', '#c4162a']);
  expect(steps('opened')).toBeUndefined();
});

it('alert rules and expressions get the same numbers', async () => {
  const asRule = await show({}, undefined, ALERTS, { app: EXPRESSION_APP });
  expect(columns(asRule)).toEqual(columns(await show({}, 'stat')));
});

it.each([
  ['site', 'site', ['Getafe', 'Bilbao']],
  ['area', 'area', ['Water', 'Baking']],
  ['severity', 'severity', ['critica', 'info']],
  ['rule', 'rule', ['High', 'Hot']],
  ['alarm', 'device', ['Pump', 'Oven']],
])('there is a row per %s, which divide the alerts', async (rowPer, name, groups) => {
  const rows = columns(await show({ rowPer }, 'table'));
  expect(rows[name]).toEqual(groups);
  expect([rows.opened, rows.floods, rows.unattended]).toEqual([
    [11, 2],
    [1, 0],
    [11, 0],
  ]);
  expect(rows.share).toEqual([11 / 13, 2 / 13]);
});

it('severities are ordered by what they mean, whatever is the most frequent', async () => {
  const { severity } = columns(
    await show({ rowPer: 'severity' }, 'table', [
      ...ALERTS,
      ...Array(20)
        .fill(0)
        .map(() => openedAt(50, OVEN)),
    ])
  );
  expect(severity).toEqual(['critica', 'info']);
});

it('a chart shows how many were opened per 10 minutes on average and at the peak of each step', async () => {
  const frame = await show({}, 'timeseries');
  const { time, average, peak } = columns(frame);
  const rows = time!.map((at, row) => [((at as number) - NOON) / MINUTE_MS, average![row], peak![row]]);
  expect(rows).toHaveLength(12);
  expect(rows.filter(([, , most]) => most !== 0)).toEqual([
    [0, 1, 1],
    [30, 11, 11],
    [100, 1, 1],
  ]);
});

it('the operators share the alerts', async () => {
  expect(columns(await show({ operators: '2' }, 'stat'))).toMatchObject({ opened: [13], peak: [5.5], floods: [0] });
  expect(columns(await show({ operators: '2' }, 'timeseries')).peak).toContain(5.5);
});

it('the number of operators may be a variable, and nothing else', async () => {
  expect(columns(await show({ operators: '$operators' }, 'stat')).peak).toEqual([5.5]);
  await expect(show({ operators: '0.5' }, 'stat')).rejects.toThrow(
    '“0.5” is not a number of operators. Enter a whole number from 1 to 999, or a variable.'
  );
});

it('floods are a table with their alarms, and regions over a chart', async () => {
  expect(columns(await show({ format: 'floods' }, 'table'))).toEqual({
    start: [NOON + 30 * MINUTE_MS],
    end: [NOON + 43 * MINUTE_MS],
    duration: [13 * 60],
    alerts: [11],
    peak: [11],
    first: ['High · Pump'],
    most: ['High · Pump'],
  });
  const events = await show({ format: 'floods' }, 'timeseries');
  expect(events.meta?.dataTopic).toBe('annotations');
  expect(columns(events)).toMatchObject({
    time: [NOON + 30 * MINUTE_MS],
    timeEnd: [NOON + 43 * MINUTE_MS],
    title: ['Alarm flood'],
    text: ['11 alerts'],
  });
});

it('the alerts of all groups are those of the table of alerts that were opened in the range', async () => {
  const early = openedAt(-60, { endEpochMs: NOON + HOUR_MS });
  const alerts = [...ALERTS, early];
  const { opened } = columns(await show({ rowPer: 'alarm' }, 'table', alerts));
  const table = columns(await show({ format: 'table' }, 'table', alerts)).opened as number[];
  const sum = (opened as number[]).reduce((total, count) => total + count, 0);
  expect(sum).toBe(table.filter((at) => at >= NOON).length);
  expect(table).toHaveLength(sum + 1);
});

it('that there is no flood is said where the query wants it', async () => {
  const none = await show({ format: 'floods', saysNone: true }, 'table', ALERTS.slice(0, 5));
  expect(columns(none)).toEqual({ none: ['No alarm floods'] });
  expect(columns(await show({ format: 'floods' }, 'table', [])).start).toEqual([]);
});

it('the ten most frequent alarms have a target where it can be met', async () => {
  const alarms = (count: number) => [...Array(count).keys()].map((index) => openedAt(index / 2, { tag: `t${index}` }));
  const assess = async (count: number) => {
    const { target, assessment, value } = columns(await show({}, 'table', alarms(count)));
    return [value![7], target![7], assessment![7]];
  };
  expect(await assess(199)).toEqual(['5 %', null, 'noTarget']);
  expect(await assess(200)).toEqual(['5 %', '≤ 5 %', 'manageable']);
});

it('of devices that do not exist, there are no figures', async () => {
  const frame = await show({ devices: ['/NOPE.*/'] }, 'stat');
  expect(frame.fields).toEqual([]);
});
