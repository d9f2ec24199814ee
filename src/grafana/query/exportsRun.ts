import { watchExports } from '../../core/exports/watchExports';
import type { DataExport } from '../../core/exports/dataExport';
import type { ExportsQuery } from '../../query/telemetryQuery';
import { exportsFrame } from '../frames/exportsFrame';
import type { PanelContext } from './panelContext';
import { FramesRun } from './queryRun';

/**
 * Executes an exports query. It is not complete while an export is running: the panel follows its progress by itself.
 * @param query normalized, its variables replaced
 */
export function exportsRun({ refId, states, exportId }: ExportsQuery, { services, panelId }: PanelContext): FramesRun {
  const isIncluded = ({ state }: DataExport) => states.length === 0 || states.includes(state);
  return new FramesRun(refId, async (signal, show) => {
    const context = { group: `${panelId}/${refId}`, signal };
    let frames = [exportsFrame([], refId)];
    for await (const exports of watchExports(exportId || undefined, services, context)) {
      frames = [exportsFrame(exports.filter(isIncluded), refId)];
      show(frames);
    }
    return frames;
  });
}
