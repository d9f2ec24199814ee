import { FieldType, toDataFrame, type DataQueryRequest, type DataQueryResponse } from '@grafana/data';
import { RuntimeDataSource, sceneUtils } from '@grafana/scenes';

const UID = 'workbench-blank';

/** Answers every query with a series of nothing over the whole range: a time axis to draw annotations on. */
class BlankSeries extends RuntimeDataSource {
  query({ range }: DataQueryRequest): Promise<DataQueryResponse> {
    const times = [range.from.valueOf(), range.to.valueOf()];
    const nothing = {
      name: 'nothing',
      type: FieldType.number,
      values: [null, null],
      config: { custom: { axisPlacement: 'hidden' } },
    };
    const frame = toDataFrame({ refId: 'A', fields: [{ name: 'time', type: FieldType.time, values: times }, nothing] });
    return Promise.resolve({ data: [frame] });
  }
}

let isRegistered = false;

/** @returns the reference that a query runner takes */
export function blankSeries() {
  if (!isRegistered) {
    isRegistered = true;
    sceneUtils.registerRuntimeDataSource({ dataSource: new BlankSeries(UID, UID) });
  }
  return { uid: UID, type: UID };
}
