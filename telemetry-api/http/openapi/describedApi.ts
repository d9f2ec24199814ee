/** The part of OpenAPI 3.1 that the document uses. */
export interface DescribedApi {
  readonly paths: Readonly<Record<string, { readonly get?: DescribedOperation }>>;
  readonly components: { readonly schemas: { readonly Problema: DescribedSchema } };
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly 'x-permiso'?: string;
  readonly parameters?: readonly DescribedParameter[];
  readonly responses: Record<string, DescribedResponse>;
}

export type DescribedParameter = {
  readonly name: string;
  readonly in: 'query' | 'path';
  required?: boolean;
  readonly description?: string;
  readonly examples?: Readonly<Record<string, { readonly value: string }>>;
  readonly schema: DescribedSchema;
};

export interface DescribedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: DescribedSchema }>>;
}

export interface DescribedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxItems?: number;
  readonly default?: string | number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
  readonly items?: DescribedSchema;
  readonly anyOf?: readonly DescribedSchema[];
}

export const JSON_TYPE = 'application/json';
export const PROBLEM_TYPE = 'application/problem+json';

/** Narrows the document that `app.swagger()` returns: its general type is less specific. */
export function asDescribedApi(document: object): DescribedApi {
  return document as DescribedApi;
}

/** All operations, with their paths. */
export function operationsOf(
  api: DescribedApi
): Array<{ readonly path: string; readonly operation: DescribedOperation }> {
  return Object.entries(api.paths).flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, operation: get }]));
}
