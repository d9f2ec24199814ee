import { type DataFrame, type Field, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { presentLabels } from '../../../core/inventory/legend';
import { excursionFrom } from '../../../core/runs/envelope';
import { grafanaUnit } from '../../../grafana/frames/grafanaUnit';
import { presentNotices } from '../../../grafana/frames/notices';
import type { RunsFrameOptions } from './curveFrames';
import { comparedValues, type NamedRuns } from './seriesRuns';

/**
 * For tiles and alert rules: how far the compared run is outside of what the reference runs had, above (positive) or below (negative), in
 * the unit of the tag. A frame per series; no value where nothing can be compared.
 */
export function deviationFrames(all: readonly NamedRuns[], options: RunsFrameOptions): DataFrame[] {
  const { refId, notices } = options;
  const texts = { now: t('runs.outsideNow', 'Outside now'), largest: t('runs.outsideLargest', 'Largest so far') };
  return all.map(({ series, name }, index): DataFrame => {
    const compared = comparedValues(series);
    const excursion = compared && excursionFrom(series.envelope, compared.curve);
    const unit = grafanaUnit(series.labels.unit);
    const field = (key: keyof typeof texts): Field => {
      const value = excursion?.[key];
      return {
        name: key,
        type: FieldType.number,
        labels: { ...presentLabels(series.labels), deviation: key },
        config: {
          ...(unit !== undefined && { unit }),
          displayNameFromDS: all.length > 1 ? `${name} · ${texts[key]}` : texts[key],
          ...(!series.loaded.isLoading && { noValue: t('words.unknown', 'Unknown') }),
        },
        values: [value === undefined || Number.isNaN(value) ? null : value],
      };
    };
    const timeEpochMs =
      compared === undefined
        ? options.plan.range.toEpochMs
        : Math.min(compared.run.toEpochMs, options.plan.range.toEpochMs);
    return {
      refId,
      name,
      length: 1,
      fields: [
        { name: 'time', type: FieldType.time, config: {}, values: [timeEpochMs] },
        field('now'),
        field('largest'),
      ],
      meta: { notices: index === 0 ? presentNotices(notices) : [] },
    };
  });
}
