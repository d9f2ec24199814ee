import {
  applyFieldOverrides,
  createTheme,
  getFieldDisplayValuesProxy,
  locationUtil,
  type ScopedVars,
} from '@grafana/data';
import type { Alert } from '../../../core/alerts/alert';
import { seriesLabels } from '../../../core/inventory/legend';
import { alertsTableFrame } from './alertTables';

const NOON = Date.UTC(2026, 2, 3, 12);

function alert(device: string, tag: string): Alert {
  return {
    id: device,
    rule: 'High pressure',
    device,
    tag,
    severity: 'critica',
    state: 'cerrada',
    startEpochMs: NOON,
    openedEpochMs: NOON,
    acknowledgedEpochMs: undefined,
    endEpochMs: NOON + 60_000,
    startValue: undefined,
    peakValue: undefined,
  };
}

/** Fills in the columns of the row, as Grafana does with `raw`, which encodes nothing. */
function replaceVariables(text: string, variables?: ScopedVars): string {
  const context = variables?.__dataContext?.value;
  if (context?.rowIndex === undefined) {
    return text;
  }
  const row: Record<string, unknown> = getFieldDisplayValuesProxy({ frame: context.frame, rowIndex: context.rowIndex });
  return text.replace(/\$\{__data\.fields\.(\w+):raw\}/g, (_, name: string) => String(row[name]));
}

const NO_PROFILE = { states: [], limits: {} };
const OPTIONS = { refId: 'A', nowEpochMs: NOON, dataSourceUid: 'uid-1', notices: [] };

it.each([
  ['50% <a href="x">', "it's, $tag & ${y}"],
  ['a\\nb\tc', '[[name]]#1?x=+'],
])('the link of a row shows the trend of the device %j and the tag %j', (device, tag) => {
  const labels = seriesLabels({ device, tag }, undefined);
  const alerts = [alert('OTHER', 'other'), alert(device, tag)].map((each) => ({
    alert: each,
    labels,
    profile: NO_PROFILE,
  }));
  const frame = alertsTableFrame(alerts, { ...OPTIONS, state: 'all' });
  const [shown] = applyFieldOverrides({
    data: [frame],
    fieldConfig: { defaults: {}, overrides: [] },
    theme: createTheme(),
    timeZone: 'utc',
    replaceVariables,
  });
  const rule = shown?.fields.find(({ name }) => name === 'rule');
  const [link] = rule?.getLinks?.({ valueRowIndex: 0 }) ?? [];
  const panes = JSON.parse(new URL(link!.href, 'https://grafana.example').searchParams.get('panes')!);
  expect(panes.trend.queries).toMatchObject([{ devices: [device], tags: [tag] }]);
});

it.each([
  ['open', ['4', '2', '1', '3']],
  ['all', ['4', '3', '2', '1']],
] as const)('a table of %s alerts has the rows %j', (state, expected) => {
  const alerts = [
    ['1', 'warning'],
    ['2', 'critica'],
    ['3', 'roja'],
    ['4', 'crítica'],
  ].map(([id = '', severity = ''], index) => ({
    alert: { ...alert(id, ''), severity, startEpochMs: NOON + index, endEpochMs: undefined },
    labels: seriesLabels({ device: id, tag: '' }, undefined),
    profile: NO_PROFILE,
  }));
  const frame = alertsTableFrame(alerts, { ...OPTIONS, state });
  expect(frame.fields.find(({ name }) => name === 'device')?.values).toEqual(expected);
});

it('asks Grafana once where it is served, for the links of all rows', () => {
  const assureBaseUrl = jest.spyOn(locationUtil, 'assureBaseUrl');
  const labels = seriesLabels({ device: 'P', tag: 't' }, undefined);
  const alerts = ['1', '2', '3'].map((id) => ({ alert: alert(id, 't'), labels, profile: NO_PROFILE }));
  alertsTableFrame(alerts, { ...OPTIONS, state: 'all' });
  expect(assureBaseUrl.mock.calls).toHaveLength(1);
  assureBaseUrl.mockRestore();
});

it('of what is shown, only the severity has a color', () => {
  const { fields } = alertsTableFrame([], { ...OPTIONS, state: 'all' });
  const colored = fields.filter(({ config }) => config.color !== undefined || config.custom !== undefined);
  expect(colored.map(({ name }) => name)).toEqual(['severity', 'trendUrl']);
});
