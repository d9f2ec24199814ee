import { type DataFrame, dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { exactly } from '../../../core/inventory/textPattern';
import { elapsedAt } from '../../../core/runs/elapsed';
import { type Deviation, deviationFrom } from '../../../core/runs/envelope';
import type { RunValues } from '../../../core/runs/loadCurves';
import type { Run } from '../../../core/runs/run';
import { durationText } from '../../../core/time/durationText';
import { type EpochMs, windowMs } from '../../../core/time/window';
import { createExploreAddress, windowAround } from '../../../grafana/exploreUrl';
import { grafanaUnit } from '../../../grafana/frames/grafanaUnit';
import {
  type Column,
  durationColumn,
  finite,
  HIDDEN,
  linkTo,
  numberColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../../../grafana/frames/tableFrame';
import { translate } from '../../../locales/translate';
import { seriesQuery } from '../../history/historyQuery';
import { runName } from '../chooseRuns';
import type { RunsQuery } from '../runsQuery';
import type { RunsFrameOptions } from './curveFrames';
import type { NamedRuns, SeriesRuns } from './seriesRuns';

/** A run of a device, and what each of its tags did in it. */
interface RunRow {
  readonly run: Run;
  /** The first of the tags: what is said of the run itself is the same for all. */
  readonly first: SeriesRuns;
  readonly tags: ReadonlyMap<string, TagInRun>;
}

interface TagInRun {
  readonly values: RunValues;
  readonly increase: number | undefined;
  readonly deviation: Deviation | undefined;
}

/** A row per run, the newest first. Tags have columns: a run is one row, whatever is compared. */
export function runsTableFrame(all: readonly NamedRuns[], options: RunsFrameOptions): DataFrame {
  const rows = rowsOf(all);
  const tags = [...new Map(all.map(({ series }) => [series.labels.tag, series])).values()];
  const devices = new Set(all.map(({ series }) => series.labels.device));
  const addresses = createExploreAddress(options.dataSourceUid);
  const trendOf = new Map(all.map(({ series }) => [series, addresses(seriesQuery(series.labels))]));
  return tableFrame<RunRow>(
    rows,
    [
      timeColumn('start', t('runs.start', 'Start'), ({ run }) => run.fromEpochMs, {
        links: [linkTo('trendUrl', t('runs.showTrend', 'Show trend'))],
      }),
      timeColumn('end', t('runs.end', 'End'), ({ run }) =>
        run.end === 'known' || run.end === 'unknown' ? run.toEpochMs : undefined
      ),
      ...(rows.some(({ run }) => run.value !== undefined)
        ? [textColumn<RunRow>('run', t('runs.run', 'Run'), ({ run, first }) => runName(run, first.runProfile))]
        : []),
      durationColumn('duration', t('runs.duration', 'Duration'), ({ run }) => windowMs(run), {
        links: [linkTo('overlayUrl', t('runs.showOverlay', 'Show overlay'))],
      }),
      textColumn('part', t('runs.part', 'Part'), (row) => partText(row, options)),
      ...(devices.size > 1
        ? [textColumn<RunRow>('device', t('runs.device', 'Device'), ({ first }) => first.labels.deviceName)]
        : []),
      ...tags.flatMap((series) => tagColumns(series, tags.length > 1, options)),
      // For links of a dashboard, to which a time is what the panel shows of it.
      hiddenTime('runStart', ({ fromEpochMs }) => fromEpochMs),
      hiddenTime('rangeFrom', (run) => windowAround(run, options.nowEpochMs).fromEpochMs),
      hiddenTime('rangeTo', (run) => windowAround(run, options.nowEpochMs).toEpochMs),
      textColumn(
        'trendUrl',
        'trendUrl',
        ({ run, first }) => trendOf.get(first)?.(windowAround(run, options.nowEpochMs)),
        HIDDEN
      ),
      textColumn(
        'overlayUrl',
        'overlayUrl',
        (row) => addresses(overlayQuery(row, options.query))(options.plan.range),
        HIDDEN
      ),
    ],
    options
  );
}

/** In milliseconds, as addresses have it. */
function hiddenTime(name: string, timeOf: (run: Run) => EpochMs): Column<RunRow> {
  return textColumn(name, name, ({ run }) => String(timeOf(run)), HIDDEN);
}

/** The query that lays the runs of a device over each other and compares this one, also where another has the same name. */
function overlayQuery({ run, first }: RunRow, query: RunsQuery): RunsQuery {
  return { ...query, devices: [exactly(first.labels.device)], format: 'overlay', run: String(run.fromEpochMs) };
}

function rowsOf(all: readonly NamedRuns[]): RunRow[] {
  const byDevice = new Map<string, { readonly first: SeriesRuns; readonly tags: Map<string, SeriesRuns> }>();
  for (const { series } of all) {
    const { device, tag } = series.labels;
    const known = byDevice.get(device) ?? { first: series, tags: new Map() };
    known.tags.set(tag, series);
    byDevice.set(device, known);
  }
  return [...byDevice.values()]
    .flatMap(({ first, tags }) =>
      first.chosen.runs.map((run, index): RunRow => {
        const ofTags = [...tags].flatMap(([tag, { loaded, increases, envelope }]) => {
          const values = loaded.runs[index];
          return values === undefined
            ? []
            : [
                [
                  tag,
                  { values, increase: increases?.[index], deviation: deviationFrom(envelope.median, values.curve) },
                ] as const,
              ];
        });
        return { run, first, tags: new Map(ofTags) };
      })
    )
    .sort((a, b) => b.run.fromEpochMs - a.run.fromEpochMs);
}

function tagColumns(
  { labels: { tag, name, unit }, role }: SeriesRuns,
  hasSeveral: boolean,
  { steps }: RunsFrameOptions
): Array<Column<RunRow>> {
  const config = { ...(grafanaUnit(unit) !== undefined && { unit: grafanaUnit(unit)! }) };
  const title = (text: string) => (hasSeveral ? `${name} · ${text}` : text);
  const number = (key: string, text: string, value: (one: TagInRun) => number | undefined) =>
    numberColumn<RunRow>(
      `${key}:${tag}`,
      title(text),
      ({ tags }) => {
        const one = tags.get(tag);
        return one === undefined ? undefined : finite(value(one));
      },
      config
    );
  if (role === 'state') {
    return [];
  }
  const figures =
    role === 'counter'
      ? [number('increase', t('runs.increase', 'Increase'), ({ increase }) => increase)]
      : [
          number('average', t('runs.average', 'Average'), ({ values }) => values.whole?.average),
          number('min', t('runs.min', 'Minimum'), ({ values }) => values.whole?.low),
          number('max', t('runs.max', 'Maximum'), ({ values }) => values.whole?.high),
        ];
  return [
    ...figures,
    number('deviation', t('runs.deviation', 'Deviation'), ({ deviation }) => deviation?.rms),
    number('largest', t('runs.largest', 'Largest deviation'), ({ deviation }) => deviation?.largest),
    textColumn<RunRow>(`largestAt:${tag}`, title(t('runs.largestAt', 'Largest at')), ({ tags }) => {
      const step = tags.get(tag)?.deviation?.largestStep;
      return step === undefined ? undefined : elapsedText(elapsedAt(steps, step), steps.align);
    }),
  ];
}

/** Where in a run: `1 h 20 min`, `-20 min` before its end, `35 %`. */
function elapsedText(place: number, align: RunsFrameOptions['steps']['align']): string {
  if (align === 'stretch') {
    return `${Math.round(place)} %`;
  }
  return place < 0 ? `−${durationText(-place)}` : durationText(place);
}

/** The part of a run in the comparison, and what is not known of its ends. */
function partText({ run, first: { chosen } }: RunRow, { timeZone }: RunsFrameOptions): string {
  const time = (epochMs: number) => ({ time: dateTimeFormat(epochMs, { timeZone }) });
  const part =
    run === chosen.compared
      ? [t('runs.compared', 'Compared')]
      : chosen.reference.has(run)
        ? [t('runs.reference', 'Reference')]
        : [];
  const start =
    run.start === 'known' ? [] : [translate('periods.startCut', 'Began before {{time}}', time(run.fromEpochMs))];
  return [...part, ...start, ...endTexts(run, time)].join(' · ');
}

function endTexts({ end, toEpochMs }: Run, time: (epochMs: number) => { readonly time: string }): string[] {
  switch (end) {
    case 'inProgress':
      return [t('periods.inProgress', 'In progress')];
    case 'cut':
      return [translate('periods.endCut', 'Ends after {{time}}', time(toEpochMs))];
    case 'unknown':
      return [t('periods.endUnknown', 'Then unknown')];
    case 'known':
      return [];
  }
}
