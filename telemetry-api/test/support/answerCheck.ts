import zlib from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import {
  asDescribedApi,
  JSON_TYPE,
  operationsOf,
  PROBLEM_TYPE,
  type DescribedApi,
  type DescribedSchema,
} from '../../http/openapi/describedApi.ts';

export interface ObservedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** undefined if there is none, or if it is not JSON. */
  readonly body: unknown;
}

/** Checks responses against the OpenAPI document: status, content type and every field. Undocumented fields are errors. */
export class AnswerCheck {
  private readonly api: DescribedApi;
  private readonly ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strict: true,
    formats: { binary: true },
  });
  private readonly validators = new Map<DescribedSchema, ValidateFunction>();

  constructor(document: object) {
    this.api = asDescribedApi(document);
    // A CommonJS module: its function is the import or its `default`, depending on the loader.
    const addFormats = 'default' in addFormatsModule ? addFormatsModule.default : addFormatsModule;
    addFormats(this.ajv);
  }

  /** How a response differs from the document; undefined if it does not. */
  mismatch({ method, path, status, contentType, body }: ObservedAnswer): string | undefined {
    const what = `${method} ${path} ${status}`;
    if (path.startsWith('/docs/') && status === 200) {
      // The files of the page are no operations.
      return undefined;
    }
    const operation = operationsOf(this.api).find((one) => matches(one.path, path))?.operation;
    if (operation === undefined || !['GET', 'HEAD'].includes(method)) {
      return status === 204 ? undefined : this.compare(what, this.api.components.schemas.Problema, body);
    }
    const response = operation.responses[status];
    if (response === undefined) {
      return `${what} is not documented: ${JSON.stringify(body)}`;
    }
    const kinds = Object.keys(response.content ?? {});
    const kind = contentType?.split(';')[0];
    if (kinds.length > 0 ? !kinds.includes(kind ?? '') : kind !== undefined) {
      return `${what} is documented as ${kinds.join(', ') || 'empty'}, but was ${contentType}`;
    }
    const schema = response.content?.[kind ?? '']?.schema;
    const isJson = kind === JSON_TYPE || kind === PROBLEM_TYPE;
    return method === 'HEAD' || !isJson || schema === undefined ? undefined : this.compare(what, schema, body);
  }

  private compare(what: string, schema: DescribedSchema, body: unknown): string | undefined {
    let validate = this.validators.get(schema);
    if (validate === undefined) {
      validate = this.ajv.compile(closed(schema));
      this.validators.set(schema, validate);
    }
    return validate(body)
      ? undefined
      : `${what} does not match its schema: ${this.ajv.errorsText(validate.errors)}: ${JSON.stringify(body).slice(0, 300)}`;
  }
}

/** Parses a response body, compressed or not; undefined if it is not JSON. */
export function jsonOf(payload: unknown, contentType: string | undefined, coding: string | undefined): unknown {
  if (!/json/.test(contentType ?? '') || !(typeof payload === 'string' || Buffer.isBuffer(payload))) {
    return undefined;
  }
  const bytes = Buffer.from(payload);
  const decoders = zlib as unknown as Record<string, (bytes: Buffer) => Buffer>;
  const decoder = { gzip: 'gunzipSync', br: 'brotliDecompressSync', zstd: 'zstdDecompressSync' }[coding ?? ''];
  return JSON.parse((decoder === undefined ? bytes : decoders[decoder]?.(bytes))?.toString('utf8') ?? '');
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
}

/** The same schema without additional properties. */
function closed(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (_, value: unknown) =>
      value !== null && typeof value === 'object' && 'properties' in value
        ? { type: 'object', ...value, additionalProperties: false }
        : value
    )
  ) as object;
}
