import type { DataFrame, Field, Labels } from '@grafana/data';
import type { Device } from '../core/inventory/device';
import { GAPS } from '../grafana/frames/gapRows';
import { plainFrames, type RunFrames } from '../grafana/frames/runFrames';
import type { ExpressionLabels } from '../query/savedQuery';
import { isFilled } from './hostFrame';

export interface ServerFramesOptions {
  /** For the labels that come from the inventory. */
  readonly devices: readonly Device[];
  readonly expressionLabels: ExpressionLabels;
}

/**
 * The frames of a query for Grafana's server, which does not tell whether a panel shows them or an expression calculates with
 * them. Series have the types of Grafana's data plane contract, under which calculations leave out every other frame: bands and
 * marks of open steps are for panels alone.
 * - A series without a value is left out: Reduce would make a number of nothing, and a rule on a silent tag would stay Normal.
 *   If no series has a value, there is one frame without fields, which means "No data".
 * - Parts of lines that have frames of their own, which are the value before the range and the ends of wide steps, are left out: the
 *   panel may be a stat or a table, which would show values twice.
 * - Every row has a value: Reduce takes a series with one null for no number at all. Where lines break is in `meta.custom`.
 * @param frames of one query, as for a panel in the browser
 */
export function serverFrames(frames: RunFrames, options: ServerFramesOptions): DataFrame[] {
  const series = plainFrames(frames, ['series']);
  const rest = plainFrames(frames, ['table', 'mark']);
  const [firstSeries] = series;
  if (firstSeries === undefined) {
    return rest;
  }
  const [first = noSeries(firstSeries), ...others] = typedSeries(series.map((frame) => withLabels(frame, options)));
  const stats = firstSeries.meta?.stats;
  // The frames that have the notices may be those that are left out.
  const notices = series.flatMap(({ meta }) => meta?.notices ?? []);
  return [
    { ...first, meta: { ...first.meta, ...(stats && { stats }), notices } },
    ...others.map((frame) => ({ ...frame, meta: { ...frame.meta, notices: [] } })),
    ...rest,
  ];
}

/**
 * The labels that two series of a query share, so that nothing can tell them apart; undefined if there are none. Depends on the
 * series that the query selects, and not on their data.
 * @param frames of one query, as for a panel in the browser
 */
export function sharedLabels(frames: RunFrames, options: ServerFramesOptions): Labels | undefined {
  const all = plainFrames(frames, ['series'])
    .flatMap((frame) => withLabels(frame, options).fields.slice(1))
    .flatMap(({ labels = {} }) => (labels.device === undefined ? [] : [labels]));
  const known = new Set<string>();
  return all.find((labels) => {
    const text = labelsText(labels);
    const isKnown = known.has(text);
    known.add(text);
    return isKnown;
  });
}

/**
 * One frame if it has all there is, so that a table stays one. Else a frame for each value, because they have values at different
 * times.
 */
function typedSeries(lines: readonly DataFrame[]): DataFrame[] {
  const [only, ...others] = lines.map(withoutGaps).filter(({ length }) => length > 0);
  if (only !== undefined && others.length === 0 && only.fields.length > 2 && hasEveryValue(only)) {
    return [typed(only, 'timeseries-wide')];
  }
  return lines
    .flatMap(singleValueFrames)
    .map(withoutGaps)
    .filter(({ length }) => length > 0)
    .map((frame) => typed(frame, 'timeseries-multi'));
}

function noSeries(frame: DataFrame): DataFrame {
  return typed({ ...frame, fields: [], length: 0 }, 'timeseries-multi');
}

/** `FrameType` of Grafana's SDK for servers. The one for browsers has fewer. */
type SeriesType = 'timeseries-wide' | 'timeseries-multi';

function typed(frame: DataFrame, type: SeriesType): DataFrame {
  return { ...frame, meta: { ...frame.meta, type: type as never, typeVersion: [0, 1] } };
}

function singleValueFrames(frame: DataFrame): DataFrame[] {
  const [time, ...values] = frame.fields;
  return values.map((value) => ({ ...frame, fields: [time!, value] }));
}

/** Without the rows that have no time or no value at all; the times of the latter are gaps. */
function withoutGaps(frame: DataFrame): DataFrame {
  if (hasEveryValue(frame)) {
    return frame;
  }
  const { fields, meta, length } = frame;
  const [time, ...values] = fields;
  const isKept = new Array<boolean>(length).fill(false);
  values.forEach((value) => value.values.forEach((one, row) => (isKept[row] ||= isPresent(one))));
  const gaps = (time!.values as number[]).filter((epochMs, row) => !isKept[row] && isPresent(epochMs));
  time!.values.forEach((epochMs, row) => (isKept[row] &&= isPresent(epochMs)));
  return {
    ...frame,
    fields: fields.map((field) => ({ ...field, values: field.values.filter((_value, row) => isKept[row]) })),
    length: isKept.filter(Boolean).length,
    ...(gaps.length > 0 && { meta: { ...meta, custom: { ...meta?.custom, [GAPS]: gaps } } }),
  };
}

function hasEveryValue({ fields }: DataFrame): boolean {
  return fields.every(({ values }) => isFilled(values));
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** With the labels of the inventory, and the statistic where a series has several. They depend on the query alone. */
function withLabels(frame: DataFrame, options: ServerFramesOptions): DataFrame {
  const [time, ...values] = frame.fields;
  const distinctLabels = ({ name, labels = {} }: Field): Labels => {
    const isOneOfSeveral = values.some(
      (other) => other.name !== name && labelsText(other.labels ?? {}) === labelsText(labels)
    );
    return { ...expressionLabels(labels, options), ...(isOneOfSeveral && { statistic: name }) };
  };
  const labeled = values.map((value) => ({ ...value, labels: distinctLabels(value) }));
  return { ...frame, fields: time === undefined ? [] : [time, ...labeled] };
}

function expressionLabels(labels: Labels, options: ServerFramesOptions): Labels {
  const device = options.devices.find(({ code }) => code === labels.device);
  const name = device?.tags.find(({ key }) => key === labels.tag)?.name;
  const all: Labels = {
    ...labels,
    ...(device?.site && { site: device.site }),
    ...(device?.area && { area: device.area }),
  };
  const { tag, ...others } = all;
  return options.expressionLabels === 'device' || tag === undefined
    ? others
    : { ...others, tag, ...(name && { name }) };
}

function labelsText(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort());
}
