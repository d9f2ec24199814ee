import type { DataSourceRef } from '@grafana/data';
import type { UnknownObject } from '../jsonShape.ts';

/** Decodes the data source reference of a dashboard element. Both members can contain a variable. */
export function decodeDataSourceRef(ref: UnknownObject | undefined): DataSourceRef | undefined {
  if (!ref) {
    return undefined;
  }
  const { uid, type } = ref;
  return { uid: typeof uid === 'string' ? uid : undefined, type: typeof type === 'string' ? type : undefined };
}
