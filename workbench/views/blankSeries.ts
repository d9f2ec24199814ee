import { FieldType, toDataFrame, type DataQueryRequest, type DataQueryResponse } from '@grafana/data';
import { RuntimeDataSource, sceneUtils } from '@grafana/scenes';

const UID = 'workbench-blank';

/** Returns a series without values over the whole time range, so that annotations have a time axis to appear on. */
class BlankSeries extends RuntimeDataSource {
  query({ range }: DataQueryRequest): Promise<DataQueryResponse> {
    const times = [range.from.valueOf(), range.to.valueOf()];
    const emptyField = {
      name: 'empty',
      type: FieldType.number,
      values: [null, null],
      config: { custom: { axisPlacement: 'hidden' } },
    };
    const frame = toDataFrame({
      refId: 'A',
      fields: [{ name: 'time', type: FieldType.time, values: times }, emptyField],
    });
    return Promise.resolve({ data: [frame] });
  }
}

let isRegistered = false;

/** @returns the data source reference for a query runner */
export function blankSeries() {
  if (!isRegistered) {
    isRegistered = true;
    sceneUtils.registerRuntimeDataSource({ dataSource: new BlankSeries(UID, UID) });
  }
  return { uid: UID, type: UID };
}
