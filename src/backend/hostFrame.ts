import { type DataFrame, type Field, type FieldConfig, FieldType, MappingType } from '@grafana/data';

/** A frame as the Go program takes it. `config`, `labels` and `meta` are JSON texts. */
export interface HostFrame {
  readonly name: string;
  readonly refId: string;
  readonly meta: string;
  readonly fields: readonly HostField[];
}

export interface HostField {
  readonly name: string;
  readonly labels: string;
  readonly config: string;
  readonly type: 'time' | 'number' | 'boolean' | 'string' | 'json';
  /** For times, in epoch milliseconds, and numbers: 8-byte floats in the byte order of the machine, NaN for null. */
  readonly numbers?: ArrayBuffer;
  readonly booleans?: ReadonlyArray<boolean | null>;
  /** For texts, and for anything else as JSON. */
  readonly texts?: ReadonlyArray<string | null>;
}

export function hostFrame({ name = '', refId = '', meta, fields }: DataFrame): HostFrame {
  return { name, refId, meta: JSON.stringify(meta ?? {}), fields: fields.map(hostField) };
}

function hostField(field: Field): HostField {
  const { name, labels, type, values } = field;
  const described = { name, labels: JSON.stringify(labels ?? {}), config: JSON.stringify(jsonConfig(field.config)) };
  switch (type) {
    case FieldType.time:
    case FieldType.number:
      return { ...described, type, numbers: doubles(values) };
    case FieldType.boolean:
      return { ...described, type, booleans: values };
    case FieldType.string:
      return { ...described, type, texts: values.map((value) => (value === null ? null : String(value))) };
    default:
      return { ...described, type: 'json', texts: values.map((value) => JSON.stringify(value ?? null)) };
  }
}

function doubles(values: ReadonlyArray<number | null | undefined>): ArrayBuffer {
  const numbers = new Float64Array(values.length);
  // At once where that is possible.
  numbers.set(isFilled(values) ? (values as readonly number[]) : values.map((value) => value ?? NaN));
  return numbers.buffer;
}

/** True if no value is missing. Without a function for each value, which would take the engine of the backend ten times as long. */
export function isFilled(values: readonly unknown[]): boolean {
  return !values.includes(null) && !values.includes(undefined);
}

/**
 * The configuration that survives JSON: Grafana's SDK for servers rejects mappings by regular expression (without them, a link
 * shows its address), and the links of points are built by a function of the browser.
 */
function jsonConfig({ mappings = [], links = [], ...config }: FieldConfig): FieldConfig {
  return {
    ...config,
    mappings: mappings.filter(({ type }) => type !== MappingType.RegexToText),
    links: links.filter(({ onBuildUrl }) => onBuildUrl === undefined),
  };
}
