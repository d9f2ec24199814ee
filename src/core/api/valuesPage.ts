import type { LatestValue } from '../latest/latestValue';
import { asObject, identityField, instantField, listField, nextCursorField, numberField, textField } from './fields';

export interface ValuesPage {
  readonly values: readonly LatestValue[];
  readonly nextCursor: string | undefined;
}

const WHERE = 'v1/valores';

/**
 * Decodes the response of `GET /v1/valores`. A tag without a reading may have a blank value and time.
 * @throws TelemetryError `malformed` naming the value and its field
 */
export function decodeValuesPage(body: unknown): ValuesPage {
  const page = asObject(body, WHERE);
  return {
    values: listField(page, 'valores', WHERE, decodeValue),
    nextCursor: nextCursorField(page, WHERE),
  };
}

function decodeValue(item: unknown, where: string): LatestValue {
  const value = asObject(item, where);
  const tag = identityField(value, 'tag', where);
  return {
    device: identityField(value, 'dispositivo', where),
    tag,
    name: textField(value, 'nombre') || tag,
    unit: textField(value, 'unidad'),
    value: numberField(value, 'valor', where),
    timeEpochMs: instantField(value, 'ts', where),
  };
}
