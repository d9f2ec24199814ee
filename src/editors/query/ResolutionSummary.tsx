import type { DataFrame, PanelData } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Text } from '@grafana/ui';
import React from 'react';
import { stepLabel } from './stepLabel';

interface ResolutionSummaryProps {
  readonly data: PanelData | undefined;
  readonly refId: string;
}

/** The resolution at which the series of a query were loaded, and how many rows and requests that took. */
export function ResolutionSummary({ data, refId }: ResolutionSummaryProps) {
  const text = resolutionText(readResolutions(data?.series ?? [], refId));
  return text === undefined ? null : (
    <Text element="p" color="secondary" variant="bodySmall">
      {text}
    </Text>
  );
}

/** How one series was loaded, from the metadata of its frame. */
interface SeriesResolution {
  /** `raw`, `1m`, `1h` or `1d`. */
  readonly level: string;
  /** Undefined if the rows of the level are rendered as they are. */
  readonly step: string | undefined;
  /** Rows received from the server. */
  readonly rows: number;
  readonly requests: number;
}

/** The resolutions of a query's series. Frames without this metadata are skipped. */
function readResolutions(frames: readonly DataFrame[], refId: string): SeriesResolution[] {
  return frames.filter((frame) => frame.refId === refId).flatMap((frame) => decodeSummary(frame.meta?.custom?.summary));
}

function decodeSummary(summary: unknown): SeriesResolution[] {
  if (typeof summary !== 'object' || summary === null) {
    return [];
  }
  const { level, step, rows, requests } = summary as Readonly<Record<string, unknown>>;
  if (typeof level !== 'string' || typeof rows !== 'number' || typeof requests !== 'number') {
    return [];
  }
  return [{ level, step: typeof step === 'string' ? step : undefined, rows, requests }];
}

/** The summary in one line; undefined if no series has a resolution. */
export function resolutionText(series: readonly SeriesResolution[]): string | undefined {
  if (series.length === 0) {
    return undefined;
  }
  return [
    ...new Set(series.map(pointsText)),
    ...(series.length > 1
      ? [
          t('editors.resolution.series', '', {
            count: series.length,
            defaultValue_one: '{{count, number}} series',
            defaultValue_other: '{{count, number}} series',
          }),
        ]
      : []),
    t('editors.resolution.rows', '', {
      count: sum(series.map(({ rows }) => rows)),
      defaultValue_one: '{{count, number}} row',
      defaultValue_other: '{{count, number}} rows',
    }),
    t('editors.resolution.requests', '', {
      count: sum(series.map(({ requests }) => requests)),
      defaultValue_one: '{{count, number}} request',
      defaultValue_other: '{{count, number}} requests',
    }),
  ].join(' · ');
}

function pointsText({ level, step = level }: SeriesResolution): string {
  if (step === level) {
    return level === 'raw'
      ? t('editors.resolution.rawReadings', 'All raw readings')
      : t('editors.resolution.serverBuckets', 'One point every {{step}}, directly from the server', {
          step: stepLabel(level),
        });
  }
  return level === 'raw'
    ? t('editors.resolution.fromReadings', 'One point every {{step}}, calculated from raw readings', {
        step: stepLabel(step),
      })
    : t('editors.resolution.fromBuckets', 'One point every {{step}}, calculated from buckets of {{level}}', {
        step: stepLabel(step),
        level: stepLabel(level),
      });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
