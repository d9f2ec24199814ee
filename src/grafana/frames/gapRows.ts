import type { DataFrame, DataQueryResponse } from '@grafana/data';

/** Where lines break, in `meta.custom` of frames of the backend: times in epoch milliseconds, ascending. */
export const GAPS = 'gaps';

/**
 * The response of the backend with a row of nulls in every gap, as panels need it. The backend sends no nulls, because the
 * expressions of Grafana's server cannot calculate with them.
 */
export function withGapRows(response: DataQueryResponse): DataQueryResponse {
  return { ...response, data: (response.data as DataFrame[]).map(frameWithGapRows) };
}

function frameWithGapRows(frame: DataFrame): DataFrame {
  const gaps = listGaps(frame);
  const [time] = frame.fields;
  if (time === undefined || gaps.length === 0) {
    return frame;
  }
  // The row that each row of the new frame comes from; undefined for a gap.
  const order: Array<number | undefined> = [];
  const times: number[] = [];
  let next = 0;
  for (const gapEpochMs of gaps) {
    for (; next < frame.length && (time.values[next] as number) < gapEpochMs; next++) {
      order.push(next);
      times.push(time.values[next] as number);
    }
    order.push(undefined);
    times.push(gapEpochMs);
  }
  for (; next < frame.length; next++) {
    order.push(next);
    times.push(time.values[next] as number);
  }
  const fields = frame.fields.map((field) => ({
    ...field,
    values: field === time ? times : order.map((row) => (row === undefined ? null : (field.values[row] as unknown))),
    // Nanoseconds of the times, where they are finer than a millisecond.
    ...(field.nanos && { nanos: order.map((row) => (row === undefined ? 0 : field.nanos![row]!)) }),
  }));
  return { ...frame, fields, length: order.length };
}

function listGaps({ meta }: DataFrame): number[] {
  const custom: Readonly<Record<string, unknown>> = meta?.custom ?? {};
  const gaps = custom[GAPS];
  return Array.isArray(gaps) ? gaps.filter((gap) => typeof gap === 'number') : [];
}
