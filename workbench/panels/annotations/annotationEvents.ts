import { DataFrameView, type DataFrame, type LinkModel } from '@grafana/data';

/** One annotation event. */
export interface PlotAnnotation {
  readonly fromEpochMs: number;
  /** Equal to `fromEpochMs` if the event is a point in time. */
  readonly toEpochMs: number;
  readonly title: string;
  /** Can contain HTML; sanitize before rendering. */
  readonly text: string;
  readonly tags: string[];
  /** A name in Grafana's palette or a CSS color. */
  readonly color: string | undefined;
  /** Made anew by each call, of the variables and the time range of that moment. */
  readonly links: () => LinkModel[];
}

/**
 * Reads the events in annotation frames of annotation layers and of a panel's own queries, sorted by start time. Rows
 * without a time are skipped.
 */
export function annotationEvents(frames: DataFrame[]): PlotAnnotation[] {
  return frames.flatMap(readFrame).sort((a, b) => a.fromEpochMs - b.fromEpochMs);
}

function readFrame(frame: DataFrame): PlotAnnotation[] {
  const rows = new DataFrameView<Partial<Record<string, unknown>>>(frame).toArray();
  return rows.flatMap(({ time: from, timeEnd: to, title, text, tags, color }, row) =>
    typeof from === 'number'
      ? {
          fromEpochMs: from,
          toEpochMs: typeof to === 'number' && to > from ? to : from,
          title: asText(title),
          text: asText(text),
          tags: asTags(tags),
          color: asText(color) || undefined,
          links: () => frame.fields.flatMap((field) => field.getLinks?.({ valueRowIndex: row }) ?? []),
        }
      : []
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asTags(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : asText(value).split(',');
  return list
    .filter((tag): tag is string => typeof tag === 'string')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
