import {
  FieldType,
  formattedValueToString,
  getDisplayProcessor,
  getFieldDisplayName,
  type DataFrame,
  type Field,
  type GrafanaTheme2,
  type TimeRange,
} from '@grafana/data';

/** A stretch of time in which a row has the same text. */
export interface TimelineSpan {
  readonly fromEpochMs: number;
  readonly toEpochMs: number;
  readonly text: string;
  /** As the theme resolves it. */
  readonly color: string;
}

export interface TimelineRow {
  readonly name: string;
  /** Nothing is where a value is missing. */
  readonly spans: readonly TimelineSpan[];
}

export interface Timeline {
  readonly rows: readonly TimelineRow[];
  /** The times at which any row changes, and what each row has from then on, for the tooltip. */
  readonly frame: DataFrame;
}

/** Each value field of the frames as a row: a value holds until the next one, the last one until the end of the range. Undefined without any. */
export function timelineRows(
  series: readonly DataFrame[],
  { from, to }: TimeRange,
  theme: GrafanaTheme2
): Timeline | undefined {
  const [fromEpochMs, toEpochMs] = [from.valueOf(), to.valueOf()];
  const fields = series.flatMap((frame) => {
    const time = frame.fields.find(({ type }) => type === FieldType.time);
    return time === undefined || frame.length === 0
      ? []
      : frame.fields
          .filter((field) => field.type !== FieldType.time && !field.config.custom?.hideFrom?.viz)
          .map((field) => ({
            field,
            name: getFieldDisplayName(field, frame, [...series]),
            times: time.values as number[],
          }));
  });
  const [first] = fields;
  if (first === undefined) {
    return undefined;
  }
  const timeField = series.flatMap((frame) => frame.fields).find(({ type }) => type === FieldType.time)!;
  const changes = fields.flatMap(({ times }) => times.map((time) => Math.max(time, fromEpochMs)));
  const times = [...new Set([fromEpochMs, ...changes])].filter((time) => time < toEpochMs).sort((a, b) => a - b);
  return {
    rows: fields.map(({ field, name, times: own }) => ({
      name,
      spans: spansOf(field, own, fromEpochMs, toEpochMs, theme),
    })),
    frame: {
      length: times.length,
      fields: [
        { ...timeField, values: times },
        ...fields.map(({ field, times: own }) => ({ ...field, values: valuesAt(times, field, own) })),
      ],
    },
  };
}

function spansOf(
  field: Field,
  times: readonly number[],
  fromEpochMs: number,
  toEpochMs: number,
  theme: GrafanaTheme2
): TimelineSpan[] {
  const display = field.display ?? getDisplayProcessor({ field, theme });
  const spans: Array<TimelineSpan & { toEpochMs: number }> = [];
  field.values.forEach((value: unknown, index) => {
    const from = Math.max(times[index]!, fromEpochMs);
    const to = Math.min(times[index + 1] ?? toEpochMs, toEpochMs);
    if (value === null || value === undefined || from >= to) {
      return;
    }
    const shown = display(value);
    const [text, color] = [formattedValueToString(shown), theme.visualization.getColorByName(shown.color ?? 'text')];
    const last = spans.at(-1);
    if (last?.text === text && last.color === color && last.toEpochMs === from) {
      last.toEpochMs = to;
    } else {
      spans.push({ fromEpochMs: from, toEpochMs: to, text, color });
    }
  });
  return spans;
}

/** The values that a field has at the given times, which ascend; null before its first one. */
function valuesAt(times: readonly number[], { values }: Field, own: readonly number[]): unknown[] {
  let next = 0;
  return times.map((time) => {
    while (next < own.length && own[next]! <= time) {
      next++;
    }
    return next === 0 ? null : (values[next - 1] as unknown);
  });
}

/** The texts of the rows with their colors, each once. */
export function legendItems(
  rows: readonly TimelineRow[]
): ReadonlyArray<{ readonly label: string; readonly color: string }> {
  const colors = new Map(rows.flatMap(({ spans }) => spans.map(({ text, color }) => [text, color] as const)));
  return [...colors].map(([label, color]) => ({ label, color }));
}
