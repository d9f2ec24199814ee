import { API_PREFIX } from '../../telemetry-api/app.ts';
import type { HistoryRequest } from '../../telemetry-api/store/readings/pages/historyPage.ts';
import { BUSY_FROM_MS, HOT_TAG } from './plant.ts';

export const PAGE_ROWS = 5000;
/** 1.2 pages: every measured page is full and has a next page. */
const WINDOW_MS = PAGE_ROWS * 1200;
const STEP_MS = 400_000;
const WINDOWS = 180;

/** Distinct windows of the hot tag on the busy day. */
function windows(): ReadonlyArray<{ readonly fromMs: number; readonly toMs: number }> {
  return Array.from({ length: WINDOWS }, (_, i) => BUSY_FROM_MS + i * STEP_MS).map((fromMs) => ({
    fromMs,
    toMs: fromMs + WINDOW_MS,
  }));
}

/** The paths of pages of 5,000 raw readings. */
export function pagePaths(): string[] {
  return windows().map(({ fromMs, toMs }) => historyPath(fromMs, toMs));
}

/** The same pages as requests to the store. */
export function pageRequests(tagId: number): HistoryRequest[] {
  return windows().map((window) => ({ tagId, level: 'raw', limit: PAGE_ROWS, ...window }));
}

export function historyPath(fromMs: number, toMs: number, cursor?: string): string {
  const query = new URLSearchParams({
    dispositivo: HOT_TAG.device,
    tag: HOT_TAG.tag,
    intervalo: 'crudo',
    limite: String(PAGE_ROWS),
    desde: new Date(fromMs).toISOString(),
    hasta: new Date(toMs).toISOString(),
    ...(cursor === undefined ? {} : { siguiente: cursor }),
  });
  return `${API_PREFIX}/lecturas?${query.toString()}`;
}
