import { type DataFrame, type Field, FieldType, type Labels } from '@grafana/data';
import type { Device } from '../core/inventory/device';

/**
 * The frames as alert rules and expressions need them: time series with one value each, told apart by their labels. Of a frame
 * with several values, Grafana's `timeseries-multi` uses the first only; without a type, several values of a tag would be
 * "duplicate results with labels". Empty steps and gaps are left out: a Reduce expression takes a series with one of them for
 * no number at all, so that the rule would miss everything else.
 */
export function alertingFrames(frames: readonly DataFrame[], devices: readonly Device[]): DataFrame[] {
  return frames.flatMap((frame) => (isTimeSeries(frame) ? singleValueFrames(frame, devices) : [frame]));
}

function isTimeSeries({ fields }: DataFrame): boolean {
  const [time, ...values] = fields;
  return time?.type === FieldType.time && values.length > 0 && values.every(({ type }) => type === FieldType.number);
}

function singleValueFrames(frame: DataFrame, devices: readonly Device[]): DataFrame[] {
  const [time, ...values] = frame.fields;
  return values.map((value, index) => ({
    ...frame,
    ...withoutNulls(time!, { ...value, labels: alertLabels(value, values, devices) }),
    // Notices are about the whole frame.
    meta: { ...(index === 0 ? frame.meta : {}), type: 'timeseries-multi' as never, typeVersion: [0, 1] },
  }));
}

function withoutNulls(time: Field, value: Field): Pick<DataFrame, 'fields' | 'length'> {
  const hasValue = (_: unknown, index: number) => value.values[index] !== null;
  const fields = [time, value].map((field) => ({ ...field, values: Array.from(field.values).filter(hasValue) }));
  return { fields, length: fields[0]!.values.length };
}

/** The labels of the series, the name of the tag for messages, and the statistic where a series has several. */
function alertLabels({ name, labels = {} }: Field, values: readonly Field[], devices: readonly Device[]): Labels {
  const isOneOfSeveral = values.some((other) => other.name !== name && isEqual(other.labels ?? {}, labels));
  const tags = devices.find(({ code }) => code === labels.device)?.tags;
  const tagName = tags?.find(({ key }) => key === labels.tag)?.name;
  return { ...labels, ...(tagName && { name: tagName }), ...(isOneOfSeveral && { statistic: name }) };
}

function isEqual(one: Labels, other: Labels): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
