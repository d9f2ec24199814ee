import fc, { type Arbitrary } from 'fast-check';
import type { DescribedOperation, DescribedParameter, DescribedSchema } from '../../http/openapi/describedApi.ts';

/** A parameter value as text, and whether its schema accepts it; undefined if that is unspecified. */
export interface FuzzValue {
  readonly text: string;
  readonly isValid: boolean | undefined;
  /** Written into the URL without encoding. */
  readonly isRaw?: boolean;
}

export interface FuzzParameter extends FuzzValue {
  readonly name: string;
}

/** A random request built from the document: parameters valid or not, missing or repeated, and some unknown ones. */
export interface FuzzRequest {
  readonly path: string;
  readonly query: readonly FuzzParameter[];
  /** Names of the parameters that are invalid: the error has to name one of them. */
  readonly wrong: readonly string[];
  /** Whether the document leaves the result of the request unspecified. */
  readonly isOpen: boolean;
}

const valid = (text: string): FuzzValue => ({ text, isValid: true });
const invalid = (text: string): FuzzValue => ({ text, isValid: false });

/** Not a valid integer, time, enumerated value or UUID. */
const NONSENSE = [
  '',
  ' ',
  '-1',
  '+5',
  '1e3',
  '0x10',
  '1.5',
  ' 5',
  '5 ',
  'NaN',
  'null',
  'Infinity',
  '٣',
  '99999999999999999999',
];
const NO_TIMES = [
  'ayer',
  '2026-02-30T00:00:00Z',
  '2025-02-29T12:00:00Z',
  '2026-06-01',
  '2026-06-01T00:00:00',
  '2026-06-01T24:00:00Z',
  '2026-06-01 00:00:00Z',
  '2026-06-01T00:00:00 02:00',
  '1769839200000',
  '10000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.9999Z',
];
const HOSTILE_TEXTS = [
  "' OR 1=1 --",
  '"}',
  '../../etc/passwd',
  '<script>',
  '%',
  '$1',
  '{}',
  '__proto__',
  '\u202e',
  'ñ🏭',
  '\n\r',
  '\t',
];
const RAW_TEXTS = ['%zz', '%ff%fe', '%c3%28', '%', '%u0041', '+', '%2500'];

/** @param known values that exist on the server, by parameter: codes, keys, cursors, ids */
export function fuzzRequests(
  path: string,
  operation: DescribedOperation,
  known: Readonly<Record<string, readonly string[]>>
): Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? [];
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const takesAnyQuery = !JSON.stringify(operation.responses[400]).includes('parametro_desconocido');
  const query = fc
    .tuple(...inQuery.map((parameter) => occurrences(parameter, known)))
    .map((all) => all.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
  const unknown = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: unknownParameters(inQuery) }
  );
  return fc
    .tuple(query, unknown, fc.tuple(...inPath.map((parameter) => valueOf(parameter, known))))
    .map(([own, others, pathValues]) => {
      const all = [...own, ...others];
      const repeated = inQuery.filter(({ name }) => own.filter((one) => one.name === name).length > 1);
      const missing = inQuery.filter(
        ({ name, required }) => required === true && own.every((one) => one.name !== name)
      );
      const pathWrong = inPath.filter((_, at) => pathValues[at]?.isValid === false);
      const bad = own.filter(({ isValid }) => isValid === false);
      return {
        path: inPath.reduce((at, { name }, index) => at.replace(`{${name}}`, escape(pathValues[index])), path),
        query: all,
        wrong: takesAnyQuery ? [] : [...repeated, ...missing, ...pathWrong, ...bad, ...others].map(({ name }) => name),
        isOpen: [...all, ...pathValues].some(({ isValid }) => isValid === undefined),
      };
    });
}

/** Requests that are valid by construction: with the required parameters, and with all of which the server has a value. */
export function validRequests(
  path: string,
  operation: DescribedOperation,
  known: Readonly<Record<string, readonly string[]>>
): FuzzRequest[] {
  const parameters = operation.parameters ?? [];
  const request = (inQuery: readonly DescribedParameter[]): FuzzRequest => ({
    path: parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((at, parameter) => at.replace(`{${parameter.name}}`, knownValue(parameter, known)), path),
    query: inQuery.map((parameter) => ({ name: parameter.name, ...valid(knownValue(parameter, known)) })),
    wrong: [],
    isOpen: false,
  });
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return [
    request(inQuery.filter(({ required }) => required === true)),
    // A cursor belongs to other parameters.
    request(inQuery.filter(({ name }) => name !== 'siguiente')),
  ];
}

function knownValue({ name, schema }: DescribedParameter, known: Readonly<Record<string, readonly string[]>>): string {
  return known[name]?.[0] ?? schema.enum?.[0] ?? String(schema.minimum ?? 'x');
}

export function urlOf({ path, query }: FuzzRequest): string {
  const text = query.map((one) => `${encodeURIComponent(one.name)}=${escape(one)}`).join('&');
  return text === '' ? path : `${path}?${text}`;
}

function escape(value: FuzzValue | undefined): string {
  return value?.isRaw === true ? value.text : encodeURIComponent(value?.text ?? '');
}

/** Usually once, sometimes omitted or repeated; a required parameter is rarely omitted. */
function occurrences(parameter: DescribedParameter, known: Readonly<Record<string, readonly string[]>>) {
  const one = valueOf(parameter, known).map((value) => [{ ...value, name: parameter.name }]);
  const twice = fc.tuple(one, one).map((both) => both.flat());
  return fc.oneof(
    { weight: parameter.required === true ? 1 : 8, arbitrary: fc.constant<FuzzParameter[]>([]) },
    { weight: 14, arbitrary: one },
    { weight: 1, arbitrary: twice }
  );
}

function unknownParameters(known: readonly DescribedParameter[]): Arbitrary<FuzzParameter[]> {
  const names = fc
    .oneof(
      fc.constantFrom('', 'Limite', 'desde[]', 'toString', '__proto__', 'constructor', 'hasta ', 'format'),
      fc.string({ maxLength: 12 })
    )
    .filter((name) => known.every((parameter) => parameter.name !== name));
  // The value is valid: only the name is wrong.
  return names.map((name) => [{ name, text: '1', isValid: true }]);
}

function valueOf(
  { name, schema }: DescribedParameter,
  known: Readonly<Record<string, readonly string[]>>
): Arbitrary<FuzzValue> {
  const meaningful = known[name] ?? [];
  return fc.oneof(
    { weight: 6, arbitrary: validValues(schema) },
    ...(meaningful.length === 0 ? [] : [{ weight: 8, arbitrary: fc.constantFrom(...meaningful).map(valid) }]),
    { weight: 2, arbitrary: hostileValues(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_TEXTS).map((text) => ({ text, isValid: undefined, isRaw: true })) }
  );
}

function validValues(schema: DescribedSchema): Arbitrary<FuzzValue> {
  if (schema.enum !== undefined) {
    return fc.constantFrom(...schema.enum).map(valid);
  }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return fc
      .oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))
      .map((value) => valid(String(value)));
  }
  if (schema.format === 'date-time') {
    return times().map(valid);
  }
  if (schema.format === 'uuid') {
    return fc.uuid().map(valid);
  }
  return fc
    .oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }))
    .map(ofText);
}

function hostileValues(schema: DescribedSchema): Arbitrary<FuzzValue> {
  if (schema.enum !== undefined) {
    return fc.constantFrom(...NONSENSE, schema.enum[0]?.toUpperCase() ?? '', `${schema.enum[0]} `).map(invalid);
  }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return fc.constantFrom(...NONSENSE, String(minimum - 1), String(maximum + 1)).map(invalid);
  }
  if (schema.format === 'date-time') {
    return fc.constantFrom(...NONSENSE, ...NO_TIMES).map(invalid);
  }
  if (schema.format === 'uuid') {
    return fc
      .constantFrom(
        ...NONSENSE.filter((text) => text !== ''),
        'g'.repeat(36),
        '123e4567e89b12d3a456426614174000',
        'x'.repeat(101),
        'x'.repeat(5000)
      )
      .map(invalid);
  }
  return fc.constantFrom('', 'a\0', '\0', 'x'.repeat(200), 'x'.repeat(9000)).map(ofText);
}

function ofText(text: string): FuzzValue {
  return text === '' || text.includes('\0') ? invalid(text) : valid(text);
}

/** Any time in the years 0000 to 9999, with any offset and precision. */
function times(): Arbitrary<string> {
  const epochMs = fc.oneof(
    fc.integer({ min: Date.UTC(2026, 4, 1), max: Date.UTC(2026, 6, 1) }),
    // One day from both limits, so that no offset exceeds them.
    fc.integer({ min: -62_167_132_800_000, max: 253_402_214_400_000 })
  );
  return fc
    .tuple(epochMs, fc.integer({ min: -23 * 60, max: 23 * 60 }), fc.constantFrom('ms', 's', 'long'))
    .map(([ms, minutes, digits]) => {
      const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
      const size = Math.abs(minutes);
      const offset = `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
      const text = { ms: local, s: local.slice(0, 19), long: `${local}000001` }[digits] ?? local;
      return text + (minutes === 0 ? 'Z' : offset);
    });
}
