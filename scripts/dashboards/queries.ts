import type { AlertsQuery } from '../../src/kinds/alerts/alertsQuery.ts';
import type { DevicesQuery } from '../../src/kinds/devices/devicesQuery.ts';
import type { ExportsQuery } from '../../src/kinds/exports/exportsQuery.ts';
import type { HistoryQuery } from '../../src/kinds/history/historyQuery.ts';
import type { LatestQuery } from '../../src/kinds/latest/latestQuery.ts';
import type { PeriodsQuery } from '../../src/kinds/periods/periodsQuery.ts';
import type { RunsQuery } from '../../src/kinds/runs/runsQuery.ts';
import type { TelemetryQuery } from '../../src/kinds/kinds.ts';
import type { VariableQuery } from '../../src/query/variableQuery.ts';

type Filter = Partial<Pick<HistoryQuery, 'sites' | 'areas' | 'devices' | 'tags'>>;

/** A saved query; what it leaves out has the default of the plugin. */
export type Target = Partial<TelemetryQuery> & { readonly refId: string };

/** What the selected sites have. */
export const OF_SITES: Filter = { sites: ['$site'] };
/** What the selected devices of the selected sites have. */
export const OF_DEVICE: Filter = { sites: ['$site'], devices: ['$device'] };
/** What all tags of these devices have, in a query that needs tags. */
export const OF_ALL_TAGS: Filter = { ...OF_DEVICE, tags: ['*'] };
/** What the selected tags of these devices have. */
export const OF_TAG: Filter = { sites: ['$site'], devices: ['$device'], tags: ['$tag'] };

/** What the selected state tags of these devices have. */
export const OF_STATES: Filter = { ...OF_DEVICE, tags: ['$state'] };
/** The same of the selected machines. */
export const OF_MACHINES: Filter = { sites: ['$site'], areas: ['$area'], devices: ['$machine'], tags: ['$state'] };

/** For how long a value is known, as a variable says; distributions and statistics are of readings alone. */
export const HELD = { hold: '$hold' } as const;

const VERSION = 2;

export function history(options: Partial<HistoryQuery>): Target {
  return { refId: 'A', version: VERSION, kind: 'history', interval: 'auto', statistics: ['auto'], ...options };
}

/** Where a condition is written only as far as it differs. */
type WithCondition<Query extends PeriodsQuery | RunsQuery> = Partial<Omit<Query, 'condition'>> & {
  readonly condition?: Partial<Query['condition']>;
};

export function periods(options: WithCondition<PeriodsQuery>): Target {
  return { refId: 'A', version: VERSION, kind: 'periods', ...withWholeCondition(options) };
}

export function runs(options: WithCondition<RunsQuery>): Target {
  return { refId: 'A', version: VERSION, kind: 'runs', ...withWholeCondition(options) };
}

function withWholeCondition<Query extends PeriodsQuery | RunsQuery>({ condition, ...options }: WithCondition<Query>) {
  return {
    ...(condition && { condition: { operator: '>' as const, value: '', upper: '', ...condition } }),
    ...options,
  };
}

export function latest(options: Partial<LatestQuery>): Target {
  return { refId: 'A', version: VERSION, kind: 'latest', ...options };
}

export function alerts(options: Partial<AlertsQuery>): Target {
  return { refId: 'A', version: VERSION, kind: 'alerts', ...options };
}

/** The alerts of a chart, over its lines; those of a moment would hide the lines of a long range. */
export function alertRegions(filter: Filter): Target {
  return alerts({ refId: 'Alerts', format: 'annotations', regionsOnly: true, ...filter });
}

/** The reading at which each open alert began, as a line over the chart. */
export function openAlertLevels(filter: Filter): Target {
  return alerts({ refId: 'Level', format: 'startValues', state: 'open', ...filter });
}

export function devices(options: Partial<DevicesQuery>): Target {
  return { refId: 'A', version: VERSION, kind: 'devices', ...options };
}

export function dataExports(options: Partial<ExportsQuery>): Target {
  return { refId: 'A', version: VERSION, kind: 'exports', ...options };
}

export function variableQuery(
  kind: VariableQuery['kind'],
  filter: Partial<VariableQuery> = {}
): Partial<VariableQuery> {
  return {
    refId: 'variable',
    version: 1,
    kind,
    site: '',
    area: '',
    deviceType: '',
    device: '',
    order: 'name',
    ...filter,
  };
}
