import type { EpochMs, TimeWindow } from '../../time/window';

/** The value is not known: there is no reading, or the last one is too long ago. */
export const UNKNOWN = NaN;
/** What has been looked at so far does not decide the value. */
export const UNDECIDED = Infinity;
/** The value is known, but a filter excludes it. */
export const EXCLUDED = -Infinity;
/** The values of a condition. */
export const TRUE = 1;
export const FALSE = 0;

/** A window cut into spans of one value each, as columns of equal length: span i is [startEpochMs[i], startEpochMs[i + 1]), the last one ends with the window. */
export interface Spans {
  readonly window: TimeWindow;
  readonly startEpochMs: Float64Array;
  /** A finite value, `UNKNOWN`, `UNDECIDED` or `EXCLUDED`; neighbours differ. */
  readonly values: Float64Array;
}

/** When a condition holds: `TRUE`, `FALSE`, `UNKNOWN` and `UNDECIDED`. Others are of the values of a tag, of which 1 says nothing like that. */
export type ConditionSpans = Spans;

/** Of most steps and short ranges, which have few spans. */
const FIRST_CAPACITY = 4;

/** Cuts a window into spans, from parts that are given in ascending order. What nobody gives is unknown. */
export class SpansBuilder {
  private startEpochMs = new Float64Array(FIRST_CAPACITY);
  private values = new Float64Array(FIRST_CAPACITY);
  private capacity = FIRST_CAPACITY;
  private count = 0;
  private endEpochMs: EpochMs;
  /** Of the last span; undefined if there is none. */
  private lastValue: number | undefined;

  constructor(private readonly window: TimeWindow) {
    this.endEpochMs = window.fromEpochMs;
  }

  add(fromEpochMs: EpochMs, toEpochMs: EpochMs, value: number): void {
    const { fromEpochMs: earliest, toEpochMs: latest } = this.window;
    const from = fromEpochMs > earliest ? fromEpochMs : earliest;
    const to = toEpochMs < latest ? toEpochMs : latest;
    if (from < to) {
      if (this.endEpochMs < from) {
        this.append(this.endEpochMs, from, UNKNOWN);
      }
      this.append(from, to, value);
    }
  }

  spans(): Spans {
    if (this.endEpochMs < this.window.toEpochMs) {
      this.append(this.endEpochMs, this.window.toEpochMs, UNKNOWN);
    }
    const { window, startEpochMs, values, count } = this;
    return { window, startEpochMs: startEpochMs.subarray(0, count), values: values.subarray(0, count) };
  }

  private append(from: EpochMs, to: EpochMs, value: number): void {
    if (!Object.is(this.lastValue, value)) {
      if (this.count === this.capacity) {
        this.grow();
      }
      this.startEpochMs[this.count] = from;
      this.values[this.count] = value;
      this.count++;
      this.lastValue = value;
    }
    this.endEpochMs = to;
  }

  private grow(): void {
    this.capacity *= 2;
    this.startEpochMs = copyOf(this.startEpochMs, this.capacity);
    this.values = copyOf(this.values, this.capacity);
  }
}

function copyOf(column: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(length);
  copy.set(column);
  return copy;
}

/** Calls `visit` with the spans one by one: in the backend, an object for each would take most of the time. */
export function visitSpans(
  { window, startEpochMs, values }: Spans,
  visit: (fromEpochMs: EpochMs, toEpochMs: EpochMs, value: number) => void
): void {
  const { length } = values;
  for (let index = 0; index < length; index++) {
    visit(startEpochMs[index]!, index + 1 < length ? startEpochMs[index + 1]! : window.toEpochMs, values[index]!);
  }
}

/** How long the values last for which `isCounted` is true. */
export function countedMs(spans: Spans, isCounted: (value: number) => boolean): number {
  let ms = 0;
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    ms += isCounted(value) ? toEpochMs - fromEpochMs : 0;
  });
  return ms;
}

/** The part of the spans inside a window. */
export function clipSpans(spans: Spans, window: TimeWindow): Spans {
  const builder = new SpansBuilder(window);
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => builder.add(fromEpochMs, toEpochMs, value));
  return builder.spans();
}

/** The spans with other values; equal neighbours become one. */
export function mapSpans(spans: Spans, map: (value: number) => number): Spans {
  const builder = new SpansBuilder(spans.window);
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => builder.add(fromEpochMs, toEpochMs, map(value)));
  return builder.spans();
}

/**
 * The spans of each step; what lies outside their window, such as the future, is in none.
 * @param edges ascending; what lies between two neighbours is a step
 */
export function spansPerStep({ window, startEpochMs, values }: Spans, edges: Float64Array): Spans[] {
  const { length } = values;
  const endEpochMs = (index: number) => (index + 1 < length ? startEpochMs[index + 1]! : window.toEpochMs);
  let first = 0;
  return Array.from(edges.subarray(1), (stepEndEpochMs, step) => {
    const fromEpochMs = Math.max(edges[step]!, window.fromEpochMs);
    const toEpochMs = Math.max(fromEpochMs, Math.min(stepEndEpochMs, window.toEpochMs));
    while (first < length && endEpochMs(first) <= fromEpochMs) {
      first++;
    }
    const builder = new SpansBuilder({ fromEpochMs, toEpochMs });
    for (let index = first; index < length && startEpochMs[index]! < toEpochMs; index++) {
      builder.add(startEpochMs[index]!, endEpochMs(index), values[index]!);
    }
    return builder.spans();
  });
}

/** The value that lasted longest, of equally long ones the first; `UNKNOWN` if for longer than any value none is known, or decided. */
export function longestValue(spans: Spans): number {
  const lastedMs = new Map<number, number>();
  visitSpans(spans, (fromEpochMs, toEpochMs, spanValue) => {
    const value = Number.isFinite(spanValue) ? spanValue : UNKNOWN;
    lastedMs.set(value, (lastedMs.get(value) ?? 0) + toEpochMs - fromEpochMs);
  });
  const [longest] = [...lastedMs].sort(([, a], [, b]) => b - a);
  return longest?.[0] ?? UNKNOWN;
}
