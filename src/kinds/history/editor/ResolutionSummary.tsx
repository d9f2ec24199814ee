import type { DataFrame, PanelData } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Text } from '@grafana/ui';
import React from 'react';
import { approximateStep, formatStep, nominalMs, parseStep, type Step } from '../../../core/time/step';
import { type HistoryQuery, missingFields } from '../historyQuery';
import { STEP_CHANGES } from '../frames/loadSummary';
import { INTERVAL_RANGE } from '../../../query/interval';
import { missingSeriesText } from '../../../editors/query/missingSeriesText';
import { stepLabel } from '../../../locales/stepText';

/** Data that is usually more than this many steps apart is sparse: not every step has a point. */
const SPARSE_STEPS = 1.5;

interface ResolutionSummaryProps {
  readonly query: HistoryQuery;
  readonly data: PanelData | undefined;
}

/**
 * The resolution at which the series of a query were loaded, and how many rows and requests that took; before that, what
 * the query lacks to load any.
 */
export function ResolutionSummary({ query, data }: ResolutionSummaryProps) {
  const text =
    missingSeriesText(missingFields(query)) ?? resolutionText(readResolutions(data?.series ?? [], query.refId));
  return text === undefined ? null : (
    <Text element="p" color="secondary" variant="bodySmall">
      {text}
    </Text>
  );
}

/** How one series was loaded, from the metadata of its frame, or of the table that it is a row of. */
interface SeriesResolution {
  /** `raw`, `1m`, `1h` or `1d`. */
  readonly level: string;
  /** Undefined if the rows of the level are rendered as they are. */
  readonly step: string | undefined;
  /** Rows received from the server. */
  readonly rows: number;
  readonly requests: number;
  /** Readings, buckets or steps of the series, and how many of them are rendered. Absent where they are all rendered. */
  readonly loadedRows?: number;
  readonly shownRows?: number;
  /** The usual distance between steps that have data, if known. */
  readonly spacingMs?: number;
}

/** The resolutions of a query's series. Frames without this metadata are skipped. */
function readResolutions(frames: readonly DataFrame[], refId: string): SeriesResolution[] {
  return frames.filter((frame) => frame.refId === refId).flatMap((frame) => decodeSummary(frame.meta?.custom?.summary));
}

function decodeSummary(summary: unknown): SeriesResolution[] {
  if (Array.isArray(summary)) {
    return summary.flatMap(decodeSummary);
  }
  if (typeof summary !== 'object' || summary === null) {
    return [];
  }
  const { level, step, rows, requests, loadedRows, shownRows, spacingMs } = summary as Readonly<
    Record<string, unknown>
  >;
  if (typeof level !== 'string' || typeof rows !== 'number' || typeof requests !== 'number') {
    return [];
  }
  return [
    {
      level,
      step: typeof step === 'string' ? step : undefined,
      rows,
      requests,
      ...(typeof loadedRows === 'number' && { loadedRows }),
      ...(typeof shownRows === 'number' && { shownRows }),
      ...(typeof spacingMs === 'number' && { spacingMs }),
    },
  ];
}

/** The summary in one line; undefined if no series has a resolution. */
export function resolutionText(series: readonly SeriesResolution[]): string | undefined {
  if (series.length === 0) {
    return undefined;
  }
  return [
    ...readingsTexts(series.filter(isReadings)),
    ...new Set(series.filter((one) => !isReadings(one)).map(stepsText)),
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

/** True if the readings are rendered one by one. */
function isReadings({ level, step = level }: SeriesResolution): boolean {
  return step === 'raw';
}

function readingsTexts(series: readonly SeriesResolution[]): string[] {
  if (series.length === 0) {
    return [];
  }
  const loaded = sum(series.map(({ loadedRows = 0 }) => loadedRows));
  const shown = sum(series.map(({ shownRows = 0 }) => shownRows));
  return [
    shown < loaded
      ? t('editors.resolution.downsampled', '', {
          count: loaded,
          shown,
          defaultValue_one: '{{count, number}} raw reading, downsampled to {{shown, number}} points',
          defaultValue_other: '{{count, number}} raw readings, downsampled to {{shown, number}} points',
        })
      : t('editors.resolution.rawReadings', 'All raw readings'),
  ];
}

function stepsText(resolution: SeriesResolution): string {
  const { level, step = level } = resolution;
  if (step === STEP_CHANGES) {
    return t('editors.resolution.changes', 'Where the value changes, found with buckets and raw readings');
  }
  if (step === INTERVAL_RANGE) {
    return t(
      'editors.resolution.wholeRange',
      'One value for the whole time range, calculated from buckets of {{level}}',
      {
        level: stepLabel(level),
      }
    );
  }
  const texts = { step: stepLabel(step), level: stepLabel(level) };
  const spacing = sparseSpacing(resolution);
  if (spacing !== undefined) {
    return sparseText(resolution, { ...texts, spacing: stepLabel(formatStep(spacing)) });
  }
  if (step === level) {
    return t('editors.resolution.serverBuckets', 'One point every {{step}}, directly from the server', texts);
  }
  return level === 'raw'
    ? t('editors.resolution.fromReadings', 'One point every {{step}}, calculated from raw readings', texts)
    : t('editors.resolution.fromBuckets', 'One point every {{step}}, calculated from buckets of {{level}}', texts);
}

/** About how often there is data, if that is less often than every step: a tag that reports every 5 minutes, in steps of 1. */
function sparseSpacing({ level, step = level, spacingMs }: SeriesResolution): Step | undefined {
  const parsed = parseStep(step);
  return parsed === undefined || spacingMs === undefined || spacingMs < SPARSE_STEPS * nominalMs(parsed)
    ? undefined
    : approximateStep(spacingMs);
}

function sparseText(
  { level, step = level }: SeriesResolution,
  texts: Readonly<Record<'step' | 'level' | 'spacing', string>>
): string {
  if (step === level) {
    return t('editors.resolution.sparseBuckets', 'Buckets of {{step}}, with data about every {{spacing}}', texts);
  }
  return level === 'raw'
    ? t(
        'editors.resolution.sparseFromReadings',
        'Steps of {{step}}, calculated from raw readings, with data about every {{spacing}}',
        texts
      )
    : t(
        'editors.resolution.sparseFromBuckets',
        'Steps of {{step}}, calculated from buckets of {{level}}, with data about every {{spacing}}',
        texts
      );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
