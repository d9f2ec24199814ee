import { type DataFrame, DataTopic, dateTimeFormat, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { LoadedSeries } from '../core/history/loadedSeries';
import { openStep } from '../core/history/openStep';
import { type TimeWindow, windowMs } from '../core/time/window';
import { PLAIN_TEXT } from '../locales/plainText';

/** A step narrower than this share of the range is not marked: a mark would be wider than what it says. */
const MARKED_SHARE = 0.02;
const COLOR = '#8e8e8e';

/**
 * Marks the steps that are not over yet, whose values will still change: a shift that began an hour ago looks like a
 * fall in production otherwise. Annotations that come with the data, which Grafana draws in the colour they ask for.
 * @param window what the panel looks at
 * @returns undefined when every step wide enough to be seen is over
 */
export function openStepFrame(
  series: readonly LoadedSeries[],
  window: TimeWindow,
  refId: string,
  timeZone: string
): DataFrame | undefined {
  const wide = series
    .flatMap((loaded) => openStep(loaded) ?? [])
    .filter((step) => windowMs(step) >= windowMs(window) * MARKED_SHARE);
  const steps = [...new Map(wide.map((step) => [`${step.fromEpochMs} ${step.toEpochMs}`, step])).values()];
  if (steps.length === 0) {
    return undefined;
  }
  const column = (name: string, type: FieldType, values: unknown[]) => ({ name, type, config: {}, values });
  const ends = steps.map(({ toEpochMs }) => dateTimeFormat(toEpochMs, { timeZone }));
  return {
    refId,
    name: t('openStep.title', 'Step not over yet'),
    meta: { dataTopic: DataTopic.Annotations },
    length: steps.length,
    fields: [
      column(
        'time',
        FieldType.time,
        steps.map(({ fromEpochMs }) => fromEpochMs)
      ),
      column(
        'timeEnd',
        FieldType.time,
        steps.map(({ toEpochMs }) => Math.min(toEpochMs, window.toEpochMs))
      ),
      column(
        'isRegion',
        FieldType.boolean,
        steps.map(() => true)
      ),
      column(
        'title',
        FieldType.string,
        steps.map(() => t('openStep.title', 'Step not over yet'))
      ),
      column(
        'text',
        FieldType.string,
        ends.map((end) =>
          t('openStep.text', 'What is drawn here holds the readings so far; it may change until {{end}}.', {
            end,
            ...PLAIN_TEXT,
          })
        )
      ),
      column(
        'color',
        FieldType.string,
        steps.map(() => COLOR)
      ),
      column(
        'id',
        FieldType.string,
        steps.map(({ fromEpochMs, toEpochMs }) => `open ${refId} ${fromEpochMs} ${toEpochMs}`)
      ),
    ],
  };
}
