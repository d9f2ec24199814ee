import { type Spans, visitSpans } from '../core/history/signal/spans';
import type { TimeWindow } from '../core/time/window';

/** The spans one by one, for comparisons in tests. */
export function listSpans(spans: Spans): ReadonlyArray<TimeWindow & { readonly value: number }> {
  const listed: Array<TimeWindow & { readonly value: number }> = [];
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => listed.push({ fromEpochMs, toEpochMs, value }));
  return listed;
}
