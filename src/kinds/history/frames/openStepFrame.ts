import { type DataFrame, DataTopic, dateTimeFormat, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type LoadedSeries, openStep } from '../../../core/history/series/toSteps';
import { shiftLater } from '../../../core/time/shift';
import { type EpochMs, windowMs } from '../../../core/time/window';
import { column, columnFields } from '../../../grafana/frames/tableFrame';
import { PLAIN_TEXT } from '../../../locales/plainText';
import type { HistoryRunState } from './historyRunState';

/** Steps that are narrower than this share of the range are not marked: the mark would be wider than the step. */
const MIN_MARKED_SHARE = 0.02;
const COLOR = '#8e8e8e';

/**
 * Marks the steps that have not ended yet, whose values will still change: a shift that began an hour ago would look like a
 * drop in production otherwise. Grafana shows annotations that come with the data in their own color.
 * A shifted series has one only where its own time has not passed yet. It is marked where the panel shows it.
 * @returns undefined when every step that is wide enough to be seen has ended
 */
export function openStepFrame(
  series: readonly LoadedSeries[],
  { window, shift, query: { refId } }: Pick<HistoryRunState, 'window' | 'shift' | 'query'>,
  timeZone: string
): DataFrame | undefined {
  const wide = series
    .flatMap((loaded) => openStep(loaded) ?? [])
    .filter((step) => windowMs(step) >= windowMs(window) * MIN_MARKED_SHARE);
  const steps = [...new Map(wide.map((step) => [`${step.fromEpochMs} ${step.toEpochMs}`, step])).values()];
  if (steps.length === 0) {
    return undefined;
  }
  const shownAt = (epochMs: EpochMs) => (shift === undefined ? epochMs : shiftLater(epochMs, shift));
  const title = t('openStep.title', 'Incomplete step');
  return {
    refId,
    name: title,
    meta: { dataTopic: DataTopic.Annotations },
    length: steps.length,
    fields: columnFields(steps, [
      column('time', FieldType.time, ({ fromEpochMs }) => shownAt(fromEpochMs)),
      column('timeEnd', FieldType.time, ({ toEpochMs }) => Math.min(shownAt(toEpochMs), window.toEpochMs)),
      column('isRegion', FieldType.boolean, () => true),
      column('title', FieldType.string, () => title),
      column('text', FieldType.string, ({ toEpochMs }) =>
        t('openStep.text', 'This step has only the readings so far. Its value may change until {{end}}.', {
          end: dateTimeFormat(toEpochMs, { timeZone }),
          ...PLAIN_TEXT,
        })
      ),
      column('color', FieldType.string, () => COLOR),
      column('id', FieldType.string, ({ fromEpochMs, toEpochMs }) => `open ${refId} ${fromEpochMs} ${toEpochMs}`),
    ]),
  };
}
