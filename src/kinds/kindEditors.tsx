import type { KindEditor } from '../editors/shared/kindEditor';
import { ALERTS_EDITOR } from './alerts/alertsEditor';
import { DEVICES_EDITOR } from './devices/devicesEditor';
import { EXPORTS_EDITOR } from './exports/exportsEditor';
import { HISTORY_EDITOR } from './history/editor/historyEditor';
import type { QueryKind } from './kinds';
import { LATEST_EDITOR } from './latest/latestEditor';
import { RUNS_EDITOR } from './runs/editor/runsEditor';
import { PERIODS_EDITOR } from './periods/editor/periodsEditor';

/** The editor of each kind in `kinds.ts`. */
export const KIND_EDITORS: Readonly<Record<QueryKind, KindEditor>> = {
  history: HISTORY_EDITOR,
  periods: PERIODS_EDITOR,
  runs: RUNS_EDITOR,
  latest: LATEST_EDITOR,
  alerts: ALERTS_EDITOR,
  devices: DEVICES_EDITOR,
  exports: EXPORTS_EDITOR,
};
