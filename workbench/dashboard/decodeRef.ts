import type { DataSourceRef } from '@grafana/data';
import type { UnknownObject } from '../jsonShape.ts';

/** Which data source a part of a dashboard means; either member may hold a variable. */
export function decodeRef(ref: UnknownObject | undefined): DataSourceRef | undefined {
  if (!ref) {
    return undefined;
  }
  const { uid, type } = ref;
  return { uid: typeof uid === 'string' ? uid : undefined, type: typeof type === 'string' ? type : undefined };
}
