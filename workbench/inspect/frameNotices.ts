import type { PanelData, QueryResultMetaNotice } from '@grafana/data';

export interface PanelNotice {
  readonly severity: QueryResultMetaNotice['severity'];
  readonly text: string;
  /** The query that caused it, if known. */
  readonly refId: string | undefined;
}

/** The errors of a query result and then the notices of its frames, without duplicates. */
export function frameNotices(data: Pick<PanelData, 'series' | 'annotations' | 'error' | 'errors'>): PanelNotice[] {
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const notices: PanelNotice[] = errors.map((error) => ({
    severity: 'error',
    text: error.message ?? '',
    refId: error.refId,
  }));
  for (const { refId, meta } of [...data.series, ...(data.annotations ?? [])]) {
    for (const { severity, text } of meta?.notices ?? []) {
      if (!notices.some((other) => other.severity === severity && other.text === text && other.refId === refId)) {
        notices.push({ severity, text, refId });
      }
    }
  }
  return notices;
}
