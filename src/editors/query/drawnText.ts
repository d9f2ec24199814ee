import { t } from '@grafana/i18n';
import type { DrawnSeries } from './readDrawn';
import { stepText } from './stepLabel';

/** What was drawn, in one line; undefined when nothing is known. */
export function drawnText(series: readonly DrawnSeries[]): string | undefined {
  if (series.length === 0) {
    return undefined;
  }
  const rows = sum(series, ({ rows: own }) => own);
  const requests = sum(series, ({ requests: own }) => own);
  return [
    ...new Set(series.map(howDrawn)),
    ...(series.length > 1
      ? [
          t('editors.drawn.series', '', {
            count: series.length,
            defaultValue_one: '{{count, number}} series',
            defaultValue_other: '{{count, number}} series',
          }),
        ]
      : []),
    t('editors.drawn.rows', '', {
      count: rows,
      defaultValue_one: '{{count, number}} row',
      defaultValue_other: '{{count, number}} rows',
    }),
    t('editors.drawn.requests', '', {
      count: requests,
      defaultValue_one: '{{count, number}} request',
      defaultValue_other: '{{count, number}} requests',
    }),
  ].join(' · ');
}

function howDrawn({ level, step }: DrawnSeries): string {
  if (step === undefined) {
    return level === 'raw'
      ? t('editors.drawn.readings', 'Every single reading')
      : t('editors.drawn.buckets', 'A point every {{step}}, as the server keeps them', { step: stepText(level) });
  }
  if (step === level) {
    return t('editors.drawn.buckets', 'A point every {{step}}, as the server keeps them', { step: stepText(level) });
  }
  return level === 'raw'
    ? t('editors.drawn.fromReadings', 'A point every {{step}}, from raw readings', { step: stepText(step) })
    : t('editors.drawn.fromBuckets', 'A point every {{step}}, from buckets of {{level}}', {
        step: stepText(step),
        level: stepText(level),
      });
}

function sum(series: readonly DrawnSeries[], of: (one: DrawnSeries) => number): number {
  return series.reduce((total, one) => total + of(one), 0);
}
