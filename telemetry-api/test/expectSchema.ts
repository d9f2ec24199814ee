import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { AlertPage } from '../schemas/alerts.ts';
import { DevicePage } from '../schemas/devices.ts';
import { Export, ExportList } from '../schemas/exports.ts';
import { LatestValuePage } from '../schemas/latestValues.ts';
import { ReadingPage } from '../schemas/readings.ts';

const ANSWERS: ReadonlyArray<readonly [path: RegExp, schema: object]> = [
  [/^\/v1\/lecturas$/, ReadingPage],
  [/^\/v1\/alertas$/, AlertPage],
  [/^\/v1\/dispositivos$/, DevicePage],
  [/^\/v1\/valores$/, LatestValuePage],
  [/^\/v1\/exportaciones$/, ExportList],
  [/^\/v1\/exportaciones\/[^/]+$/, Export],
];

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
// A CommonJS module: whether its function is the import or its `default` depends on who loads it.
const addFormats = 'default' in addFormatsModule ? addFormatsModule.default : addFormatsModule;
addFormats(ajv);
const validators = ANSWERS.map(([path, schema]) => [path, ajv.compile(closed(schema))] as const);

/** Checks that an answer of an operation has exactly the fields and kinds of values that its schema tells. */
export function expectSchema(pathname: string, body: unknown): void {
  const validate = validators.find(([path]) => path.test(pathname))?.[1];
  if (validate !== undefined && !validate(body)) {
    throw new Error(`The answer of ${pathname} is not of its schema: ${ajv.errorsText(validate.errors)}`);
  }
}

/** The same schema with no room for fields that it does not name. */
function closed(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (_, value: unknown) =>
      value !== null && typeof value === 'object' && 'properties' in value
        ? { ...value, additionalProperties: false }
        : value
    )
  ) as object;
}
