import { FieldType, toDataFrame, type DataQueryRequest, type DataQueryResponse } from '@grafana/data';
import { RuntimeDataSource, sceneUtils } from '@grafana/scenes';

const ID = 'workbench-blank';

/** Returns a series without values over the whole time range, so that annotations have a time axis to appear on. */
class BlankSeries extends RuntimeDataSource {
  async query({ range }: DataQueryRequest): Promise<DataQueryResponse> {
    const times = [range.from.valueOf(), range.to.valueOf()];
    const config = { custom: { axisPlacement: 'hidden' } };
    const fields = [
      { name: 'time', type: FieldType.time, values: times },
      { name: 'empty', type: FieldType.number, values: [null, null], config },
    ];
    return { data: [toDataFrame({ refId: 'A', fields })] };
  }
}

sceneUtils.registerRuntimeDataSource({ dataSource: new BlankSeries(ID, ID) });

/** The data source reference for a query runner. */
export const BLANK_SERIES = { uid: ID, type: ID };
