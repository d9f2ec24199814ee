import { type DataFrame, type Field, type FieldConfig, FieldType, dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { presentLabels } from '../../../core/inventory/legend';
import { elapsedAt, type ElapsedSteps } from '../../../core/runs/elapsed';
import type { Curve } from '../../../core/runs/envelope';
import type { Run } from '../../../core/runs/run';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS, windowMs } from '../../../core/time/window';
import { grafanaUnit } from '../../../grafana/frames/grafanaUnit';
import { type FrameNotices, presentNotices } from '../../../grafana/frames/notices';
import { stateConfig } from '../../../grafana/frames/tagConfig';
import { runName } from '../chooseRuns';
import type { RunsPlan } from '../planRuns';
import type { RunsQuery } from '../runsQuery';
import { comparedValues, type NamedRuns, type SeriesRuns } from './seriesRuns';

export interface RunsFrameOptions {
  readonly refId: string;
  readonly plan: RunsPlan;
  readonly query: RunsQuery;
  readonly steps: ElapsedSteps;
  /** The dashboard's, for times in texts. */
  readonly timeZone: string;
  /** Colors of the compared runs, one for each series. */
  readonly palette: readonly string[];
  /** For links to Explore. */
  readonly dataSourceUid: string;
  readonly nowEpochMs: EpochMs;
  readonly notices: FrameNotices;
}

/** The line of each run. The compared one is the last of its series, so that it is drawn over the others. */
export function overlayFrame(all: readonly NamedRuns[], options: RunsFrameOptions): DataFrame {
  const fields = all.flatMap((named, index) => {
    const { series } = named;
    const { chosen, loaded } = series;
    const runField = fieldsOf(named, all.length > 1, options).ofRun;
    const color = colorOf(index, options);
    const others = loaded.runs.filter(({ run }) => run !== chosen.compared);
    const compared = loaded.runs.filter(({ run }) => run === chosen.compared);
    return [...others, ...compared].flatMap(({ run, curve }) => {
      if (curve.every(Number.isNaN)) {
        return [];
      }
      const isCompared = run === chosen.compared;
      const config = isCompared ? strongLine(color) : mutedLine(chosen.reference.has(run));
      return [runField(run, curve, config)];
    });
  });
  return framed(fields, all, options);
}

/** What the reference runs had, and the compared run over it. */
export function envelopeFrame(all: readonly NamedRuns[], options: RunsFrameOptions): DataFrame {
  const texts = envelopeTexts();
  const fields = all.flatMap((named, index) => {
    const { series } = named;
    const color = colorOf(index, options);
    const { envelope } = series;
    const { ofRun, ofLine } = fieldsOf(named, all.length > 1, options);
    const field = (key: keyof typeof texts, config: FieldConfig) =>
      ofLine({ key, text: texts[key], labels: { envelope: key } }, envelope[key], config);
    const compared = comparedValues(series);
    const min = field('min', edge(color));
    const p10 = field('p10', edge(color));
    return [
      min,
      field('max', band(color, min.name, 10)),
      p10,
      field('p90', band(color, p10.name, 20)),
      field('median', {
        color: fixed(color),
        custom: { lineWidth: 1, lineStyle: { fill: 'dash', dash: [6, 4] }, spanNulls: true },
      }),
      ...(compared === undefined ? [] : [ofRun(compared.run, compared.curve, strongLine(color))]),
    ];
  });
  return framed(fields, all, options);
}

/** What the lines of an envelope are called. */
export function envelopeTexts() {
  return {
    min: t('runs.min', 'Minimum'),
    p10: t('runs.p10', '10 %'),
    median: t('runs.median', 'Median'),
    p90: t('runs.p90', '90 %'),
    max: t('runs.max', 'Maximum'),
  };
}

/** When a run began, and what it has as a name. */
export function runLabel(run: Run, { runProfile }: SeriesRuns, options: Pick<RunsFrameOptions, 'timeZone'>): string {
  const name = runName(run, runProfile);
  const start = startText(run, options);
  const label = name === undefined ? start : `${name} · ${start}`;
  return run.end === 'inProgress' ? `${label} (${t('runs.inProgress', 'in progress')})` : label;
}

function startText({ fromEpochMs }: Run, { timeZone }: Pick<RunsFrameOptions, 'timeZone'>): string {
  return dateTimeFormat(fromEpochMs, { timeZone });
}

/** One frame, because panels with an axis of numbers draw no more. */
function framed(fields: readonly Field[], all: readonly NamedRuns[], options: RunsFrameOptions): DataFrame {
  const { refId, steps, plan, notices } = options;
  const places = Array.from({ length: fields.length === 0 ? 0 : steps.count }, (_, step) => elapsedAt(steps, step));
  const compared = all
    .flatMap(({ series }) => series.chosen.compared ?? [])
    .sort((a, b) => b.fromEpochMs - a.fromEpochMs)[0];
  const axis =
    plan.hasTimeAxis && compared !== undefined ? timeAxis(places, steps, compared) : elapsedAxis(places, steps);
  return {
    refId,
    name: refId,
    length: places.length,
    fields: [axis, ...fields],
    meta: { notices: presentNotices(notices), ...(plan.hasTimeAxis && { preferredVisualisationType: 'graph' }) },
  };
}

function timeAxis(places: readonly number[], { align }: ElapsedSteps, compared: Run): Field {
  const { fromEpochMs, toEpochMs } = compared;
  const timeOf = (place: number) =>
    align === 'stretch'
      ? Math.round(fromEpochMs + (windowMs(compared) * place) / 100)
      : (align === 'end' ? toEpochMs : fromEpochMs) + place;
  return { name: 'time', type: FieldType.time, config: {}, values: places.map(timeOf) };
}

function elapsedAxis(places: readonly number[], { align, length, count }: ElapsedSteps): Field {
  if (align === 'stretch') {
    const config = { unit: 'percent', min: 0, max: 100, displayNameFromDS: t('runs.share', 'Share of the run') };
    return { name: 'elapsed', type: FieldType.number, config, values: [...places] };
  }
  const displayNameFromDS =
    align === 'end' ? t('runs.untilEnd', 'Time until the end') : t('runs.elapsed', 'Time since the start');
  const { unit, ms } = AXIS_UNITS.find((one) => length * count >= 2 * one.ms) ?? AXIS_UNITS.at(-1)!;
  return {
    name: 'elapsed',
    type: FieldType.number,
    config: { unit: `suffix:${unit}`, displayNameFromDS },
    values: places.map((place) => place / ms),
  };
}

/** An axis of numbers has its marks at round ones, which those of a duration in seconds are not. */
const AXIS_UNITS = [
  { unit: 'd', ms: DAY_MS },
  { unit: 'h', ms: HOUR_MS },
  { unit: 'min', ms: MINUTE_MS },
  { unit: 's', ms: SECOND_MS },
];

/** A line of a series: what it is in every language, in the legend, and by its labels. */
interface CurveLine {
  readonly key: string;
  readonly text: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Makes the fields of a series. @param hasSeveral true if others have the same lines */
function fieldsOf({ series, name }: NamedRuns, hasSeveral: boolean, options: RunsFrameOptions) {
  const { profile, role, labels } = series;
  const ofLine = (line: CurveLine, curve: Curve, config: FieldConfig): Field => {
    const displayNameFromDS = hasSeveral ? `${name} · ${line.text}` : line.text;
    const custom = { ...config.custom, ...(role === 'state' && { lineInterpolation: 'stepAfter' }) };
    return {
      // A band finds its lower edge by it, also among those of other queries.
      name: [line.key, options.refId, ...(hasSeveral ? [labels.device, labels.tag] : [])].join(' '),
      type: FieldType.number,
      labels: { ...presentLabels(labels), ...line.labels },
      config: { ...unitConfig(series), ...stateConfig(profile.states), ...config, custom, displayNameFromDS },
      values: Array.from(curve, (value) => (Number.isNaN(value) ? null : value)),
    };
  };
  const ofRun = (run: Run, curve: Curve, config: FieldConfig) => {
    const line = {
      key: `run-${run.fromEpochMs}`,
      text: runLabel(run, series, options),
      labels: { run: startText(run, options) },
    };
    return ofLine(line, curve, config);
  };
  return { ofLine, ofRun };
}

function unitConfig({ labels }: SeriesRuns): FieldConfig {
  const unit = grafanaUnit(labels.unit);
  return unit === undefined ? {} : { unit };
}

function colorOf(index: number, { palette }: RunsFrameOptions): string {
  return palette[index % palette.length] ?? 'green';
}

function fixed(fixedColor: string): FieldConfig['color'] {
  return { mode: 'fixed', fixedColor };
}

function strongLine(color: string): FieldConfig {
  return { color: fixed(color), custom: { lineWidth: 3, spanNulls: true } };
}

/** Behind the compared run; a run that is no reference is dotted. */
function mutedLine(isReference: boolean): FieldConfig {
  const lineStyle = isReference ? { fill: 'solid' } : { fill: 'dot', dash: [0, 6] };
  return { color: fixed(MUTED), custom: { lineWidth: 1, lineStyle, spanNulls: true } };
}

/** Readable on dark and light, and behind every color. */
const MUTED = '#8e8e8e';

function edge(color: string): FieldConfig {
  return {
    color: fixed(color),
    custom: { lineWidth: 0, spanNulls: true, hideFrom: { legend: true, tooltip: false, viz: false } },
  };
}

function band(color: string, fillBelowTo: string, fillOpacity: number): FieldConfig {
  return { ...edge(color), custom: { ...edge(color).custom, fillBelowTo, fillOpacity } };
}
