import { type EpochMs, type TimeWindow, windowMs } from '../../time/window';

/** The value is not known: there is no reading, or the last one is too long ago. */
export const UNKNOWN = NaN;
/** What has been looked at so far does not decide the value. */
export const UNDECIDED = Infinity;
/** The values of a condition. */
export const TRUE = 1;
export const FALSE = 0;

/** A window cut into spans of one value each: span i is [startEpochMs[i], startEpochMs[i + 1]), the last one ends with the window. */
export interface Spans {
  readonly window: TimeWindow;
  readonly startEpochMs: readonly EpochMs[];
  /** A finite value, `UNKNOWN` or `UNDECIDED`; neighbours differ. */
  readonly values: readonly number[];
}

export interface Span extends TimeWindow {
  readonly value: number;
}

/** Cuts a window into spans, from parts that are given in ascending order. What nobody gives is unknown. */
export class SpansBuilder {
  private readonly startEpochMs: EpochMs[] = [];
  private readonly values: number[] = [];
  private endEpochMs: EpochMs;

  constructor(private readonly window: TimeWindow) {
    this.endEpochMs = window.fromEpochMs;
  }

  add(fromEpochMs: EpochMs, toEpochMs: EpochMs, value: number): void {
    const from = Math.max(fromEpochMs, this.window.fromEpochMs);
    const to = Math.min(toEpochMs, this.window.toEpochMs);
    if (from < to) {
      this.append(this.endEpochMs, from, UNKNOWN);
      this.append(from, to, value);
    }
  }

  spans(): Spans {
    this.append(this.endEpochMs, this.window.toEpochMs, UNKNOWN);
    return { window: this.window, startEpochMs: this.startEpochMs, values: this.values };
  }

  private append(from: EpochMs, to: EpochMs, value: number): void {
    if (from >= to) {
      return;
    }
    if (this.values.length === 0 || !Object.is(this.values.at(-1), value)) {
      this.startEpochMs.push(from);
      this.values.push(value);
    }
    this.endEpochMs = to;
  }
}

/** The spans one by one. */
export function listSpans({ window, startEpochMs, values }: Spans): Span[] {
  return values.map((value, index) => ({
    fromEpochMs: startEpochMs[index]!,
    toEpochMs: startEpochMs[index + 1] ?? window.toEpochMs,
    value,
  }));
}

/** The part of the spans inside a window. */
export function clipSpans(spans: Spans, window: TimeWindow): Spans {
  const builder = new SpansBuilder(window);
  listSpans(spans).forEach(({ fromEpochMs, toEpochMs, value }) => builder.add(fromEpochMs, toEpochMs, value));
  return builder.spans();
}

/** The spans with other values; equal neighbours become one. */
export function mapSpans(spans: Spans, map: (value: number) => number): Spans {
  const builder = new SpansBuilder(spans.window);
  listSpans(spans).forEach(({ fromEpochMs, toEpochMs, value }) => builder.add(fromEpochMs, toEpochMs, map(value)));
  return builder.spans();
}

/**
 * The spans of each step; what lies outside their window, such as the future, is in none.
 * @param edges ascending; what lies between two neighbours is a step
 */
export function spansPerStep(spans: Spans, edges: Float64Array): Spans[] {
  const listed = listSpans(spans);
  let first = 0;
  return Array.from(edges.subarray(1), (stepEndEpochMs, step) => {
    const fromEpochMs = Math.max(edges[step]!, spans.window.fromEpochMs);
    const toEpochMs = Math.max(fromEpochMs, Math.min(stepEndEpochMs, spans.window.toEpochMs));
    while (first < listed.length && listed[first]!.toEpochMs <= fromEpochMs) {
      first++;
    }
    const builder = new SpansBuilder({ fromEpochMs, toEpochMs });
    for (let index = first; index < listed.length && listed[index]!.fromEpochMs < toEpochMs; index++) {
      const span = listed[index]!;
      builder.add(span.fromEpochMs, span.toEpochMs, span.value);
    }
    return builder.spans();
  });
}

/** The value that lasted longest, of equally long ones the first; `UNKNOWN` if for longer than any value none is known, or decided. */
export function longestValue(spans: Spans): number {
  const lastedMs = new Map<number, number>();
  for (const span of listSpans(spans)) {
    const value = Number.isFinite(span.value) ? span.value : UNKNOWN;
    lastedMs.set(value, (lastedMs.get(value) ?? 0) + windowMs(span));
  }
  const [longest] = [...lastedMs].sort(([, a], [, b]) => b - a);
  return longest?.[0] ?? UNKNOWN;
}
