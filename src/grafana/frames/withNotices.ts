import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';

/** The frame with notices before its own. */
export function withNotices(frame: DataFrame, notices: readonly QueryResultMetaNotice[]): DataFrame {
  return notices.length === 0
    ? frame
    : { ...frame, meta: { ...frame.meta, notices: [...notices, ...(frame.meta?.notices ?? [])] } };
}
