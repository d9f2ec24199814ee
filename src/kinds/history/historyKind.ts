import type { Kind, PanelRenderer } from '../kind';
import { renderHistoryFrames } from './frames/historyFrames';
import { loadingNotice } from './frames/historyNotices';
import { HISTORY_FIELDS, type HistoryQuery, missingFields } from './historyQuery';
import { HistoryQueryRun } from './historyQueryRun';
import { loadedShare } from './frames/historyRunState';
import { queryStats } from './frames/loadSummary';

/** The series of a panel share its colors, and legends that are equal are made distinct. */
const TOGETHER: PanelRenderer<HistoryQueryRun> = {
  frames: (runs, { services, timeZone }) => renderHistoryFrames(runs, services.palette, timeZone),
  loadingNotice: (runs) =>
    runs.some(({ loads }) => loads.some((load) => loadedShare(load) < 1)) ? loadingNotice(runs) : undefined,
  stats: queryStats,
};

export const HISTORY: Kind<HistoryQuery> = {
  fields: HISTORY_FIELDS,
  usesTimeZone: true,
  optionTexts: ({ interval, offset, shift }) => [interval, offset && `from ${offset}`, shift && `${shift} earlier`],
  missingFields,
  run: (query, panel) => new HistoryQueryRun(query, panel),
  together: TOGETHER as PanelRenderer,
};
