import { type DataFrame, type DataQueryRequest, type DataQueryResponse, FieldType, LoadingState } from '@grafana/data';
import { from, map, type Observable } from 'rxjs';
import type { Inventory } from '../core/inventory/inventory';
import { type Choice, listChoices } from '../core/inventory/listChoices';
import { normalizeVariableQuery } from '../query/normalizeQuery';
import type { VariableQuery } from '../query/telemetryQuery';
import { errorText } from './errorText';
import { type Interpolate, interpolateVariableQuery } from './interpolation';

/** Answers a variable's query with the values of its drop-down. */
export function variableResponse(
  request: Pick<DataQueryRequest<VariableQuery>, 'targets'>,
  inventory: Inventory,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  const filter = interpolateVariableQuery(normalizeVariableQuery(request.targets[0]), interpolate);
  return from(choices()).pipe(map((found) => ({ data: [choicesFrame(found)], state: LoadingState.Done })));

  async function choices(): Promise<Choice[]> {
    try {
      return listChoices(await inventory.devices(), filter.kind, filter);
    } catch (error) {
      throw new Error(errorText(error));
    }
  }
}

function choicesFrame(choices: readonly Choice[]): DataFrame {
  return {
    length: choices.length,
    fields: [
      { name: 'text', type: FieldType.string, config: {}, values: choices.map(({ text }) => text) },
      { name: 'value', type: FieldType.string, config: {}, values: choices.map(({ value }) => value) },
    ],
  };
}
