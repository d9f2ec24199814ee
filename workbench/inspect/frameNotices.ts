import type { PanelData, QueryResultMetaNotice } from '@grafana/data';

export interface PanelNotice {
  readonly severity: QueryResultMetaNotice['severity'];
  readonly text: string;
  /** The query it belongs to, where that is known. */
  readonly refId: string | undefined;
}

/** Errors of an answer, then the notices of its frames, each once. */
export function frameNotices(data: PanelData): PanelNotice[] {
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const notices: PanelNotice[] = errors.map((error) => ({
    severity: 'error',
    text: error.message ?? '',
    refId: error.refId,
  }));
  for (const { refId, meta } of [...data.series, ...(data.annotations ?? [])]) {
    for (const { severity, text } of meta?.notices ?? []) {
      if (!notices.some((known) => known.severity === severity && known.text === text && known.refId === refId)) {
        notices.push({ severity, text, refId });
      }
    }
  }
  return notices;
}
