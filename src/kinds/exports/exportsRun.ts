import { watchExports } from '../../core/exports/watchExports';
import type { DataExport } from '../../core/exports/dataExport';
import { EXPORTS_FIELDS, type ExportsQuery } from './exportsQuery';
import { exportsFrame, noExportsFrame } from './exportsFrame';
import { callContext, type PanelContext } from '../../grafana/query/panelContext';
import { IndependentRun } from '../../grafana/query/queryRun';
import { type Kind, runEach } from '../kind';

export const EXPORTS: Kind<ExportsQuery> = {
  fields: EXPORTS_FIELDS,
  usesTimeZone: false,
  optionTexts: ({ states }) => [states.join(', ')],
  createRuns: runEach(exportsRun),
};

/**
 * Executes an exports query. Where a panel can follow, it is not complete while an export is running.
 * @param query normalized, its variables replaced
 */
function exportsRun({ refId, states }: ExportsQuery, panel: PanelContext): IndependentRun {
  const frameOf = (exports: readonly DataExport[]) =>
    exports.length === 0 && panel.visualization === 'table'
      ? noExportsFrame(states, refId)
      : exportsFrame(exports, refId);
  const isIncluded = ({ state }: DataExport) => states.length === 0 || states.includes(state);
  return new IndependentRun(refId, 'table', async (signal, show) => {
    const context = callContext(panel, refId, signal);
    let frames = [exportsFrame([], refId)];
    for await (const exports of watchExports(panel.services, context)) {
      frames = [frameOf(exports.filter(isIncluded))];
      if (!panel.services.canFollow) {
        break;
      }
      show(frames);
    }
    return frames;
  });
}
