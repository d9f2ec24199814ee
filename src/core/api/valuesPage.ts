import type { LatestValue } from '../latest/latestValue';
import { asObject, identityField, instantField, listField, nextCursorField, numberField, textField } from './fields';
import type { TelemetryError } from './telemetryError';

export interface ValuesPage {
  readonly values: readonly LatestValue[];
  readonly nextCursor: string | undefined;
}

const WHERE = 'v1/valores';

/**
 * Decodes the response of `GET /v1/valores`. A tag without a reading may have a blank value and time; one whose value or time cannot be
 * read says why.
 * @throws TelemetryError `malformed` for an item without device or tag
 */
export function decodeValuesPage(body: unknown): ValuesPage {
  const page = asObject(body, WHERE);
  return {
    values: listField(page, 'valores', WHERE, decodeValue),
    nextCursor: nextCursorField(page, WHERE),
  };
}

function decodeValue(item: unknown, where: string): LatestValue {
  const fields = asObject(item, where);
  const tag = identityField(fields, 'tag', where);
  const identity = {
    device: identityField(fields, 'dispositivo', where),
    tag,
    name: textField(fields, 'nombre') || tag,
    unit: textField(fields, 'unidad'),
  };
  try {
    return {
      ...identity,
      value: numberField(fields, 'valor', where),
      timeEpochMs: instantField(fields, 'ts', where),
    };
  } catch (error) {
    // All panels share the list: one bad value must not cost the others.
    return { ...identity, value: undefined, timeEpochMs: undefined, problem: (error as TelemetryError).detail };
  }
}
