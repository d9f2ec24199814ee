import { ALERTS } from './alerts/alertsRun';
import { DEVICES } from './devices/devicesRun';
import { EXPORTS } from './exports/exportsRun';
import { HISTORY } from './history/historyPanelRun';
import type { Kind } from './kind';
import { LATEST } from './latest/latestRun';
import { PERIODS } from './periods/periodsRun';
import { RUNS } from './runs/runsRun';

/** Every kind of query, in the order of the editor. `kindEditors.tsx` has their editors; the backend has only these. */
export const KINDS = {
  history: HISTORY,
  periods: PERIODS,
  runs: RUNS,
  latest: LATEST,
  alerts: ALERTS,
  devices: DEVICES,
  exports: EXPORTS,
};

export type QueryKind = keyof typeof KINDS;

/** A saved query of any kind. `normalizeQuery` turns any saved JSON into one. */
export type TelemetryQuery = { [K in QueryKind]: (typeof KINDS)[K] extends Kind<infer Q> ? Q : never }[QueryKind];

export function getKind({ kind }: Pick<TelemetryQuery, 'kind'>): Kind {
  return KINDS[kind];
}

/** The kind with this name; undefined if there is none. */
export function findKind(name: string): Kind | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as QueryKind] : undefined;
}
