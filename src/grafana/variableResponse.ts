import { type DataFrame, type DataQueryRequest, type DataQueryResponse, FieldType, LoadingState } from '@grafana/data';
import { from, map, type Observable } from 'rxjs';
import type { Inventory } from '../core/inventory/inventory';
import { type InventoryValue, inventoryValues } from '../core/inventory/inventoryValues';
import { normalizeVariableQuery } from '../query/normalizeQuery';
import type { VariableQuery } from '../query/telemetryQuery';
import { errorMessageOf } from './errorMessage';
import { type Interpolate, interpolateVariableQuery } from './query/interpolation';

/** Responds to a variable's query with the values of its drop-down. */
export function variableResponse(
  request: Pick<DataQueryRequest<VariableQuery>, 'targets'>,
  inventory: Inventory,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  const filter = interpolateVariableQuery(normalizeVariableQuery(request.targets[0]), interpolate);
  return from(values()).pipe(map((values) => ({ data: [valuesFrame(values)], state: LoadingState.Done })));

  async function values(): Promise<InventoryValue[]> {
    try {
      return inventoryValues(await inventory.devices(), filter.kind, filter);
    } catch (error) {
      throw new Error(errorMessageOf(error));
    }
  }
}

function valuesFrame(values: readonly InventoryValue[]): DataFrame {
  return {
    length: values.length,
    fields: [
      { name: 'text', type: FieldType.string, config: {}, values: values.map(({ text }) => text) },
      { name: 'value', type: FieldType.string, config: {}, values: values.map(({ value }) => value) },
    ],
  };
}
