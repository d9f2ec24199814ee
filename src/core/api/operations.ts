import { type EpochMs, toIso } from '../time/window';
import type { ApiRequest } from './transport';

/** The version of the API that the plugin reads: the first segment of every path. */
export const API_VERSION = 'v1';

/** How a parameter is written. A `segment` is a part of the path; a list has all values that the parameter can have. */
type ParamForm = 'text' | 'count' | 'instant' | 'segment' | readonly string[];

/** A GET request of the API. */
export interface Operation {
  /** Below the address of the data source. `{id}` stands for the parameter of that name. */
  readonly path: string;
  /** What a key needs to use it. */
  readonly permission: string;
  /** True: the specification does not name the permission, so that a key may lack another one. */
  readonly isPermissionAssumed?: true;
  readonly params: Readonly<Record<string, ParamForm>>;
  /** The most rows of a response, which is also the largest `limite`. Absent: the response is no list. */
  readonly maxRows?: number;
  /** What a 404 says: there is no such device or tag, or the server has no such path. */
  readonly notFound: 'series' | 'path';
  /** The parameters of the smallest request, which the health check sends. Absent: it learns nothing from this operation. */
  readonly probe?: Readonly<Record<string, string | number>>;
}

const PAGE = { limite: 'count', siguiente: 'text' } as const;

/**
 * Every operation that the plugin uses, those that charts need first. Error texts, the health check, the settings and the paths that
 * the backend allows are made of this table; a test compares the routes of `plugin.json` with it.
 */
export const OPERATIONS = {
  history: {
    path: `${API_VERSION}/lecturas`,
    permission: 'lecturas:leer',
    params: {
      dispositivo: 'text',
      tag: 'text',
      desde: 'instant',
      hasta: 'instant',
      intervalo: ['crudo', '1m', '1h', '1d'],
      ...PAGE,
    },
    maxRows: 5000,
    notFound: 'series',
  },
  values: {
    path: `${API_VERSION}/valores`,
    permission: 'lecturas:leer',
    params: { dispositivo: 'text', ...PAGE },
    maxRows: 5000,
    notFound: 'series',
    probe: { limite: 1 },
  },
  devices: {
    path: `${API_VERSION}/dispositivos`,
    permission: 'dispositivos:leer',
    params: PAGE,
    maxRows: 2000,
    notFound: 'path',
    probe: { limite: 1 },
  },
  alerts: {
    path: `${API_VERSION}/alertas`,
    permission: 'alertas:leer',
    params: { desde: 'instant', hasta: 'instant', estado: ['todas', 'abiertas'], ...PAGE },
    maxRows: 1000,
    notFound: 'path',
    probe: { limite: 1 },
  },
  exports: {
    path: `${API_VERSION}/exportaciones`,
    permission: 'exportaciones:leer',
    isPermissionAssumed: true,
    params: {},
    maxRows: 50,
    notFound: 'path',
    probe: {},
  },
  export: {
    path: `${API_VERSION}/exportaciones/{id}`,
    permission: 'exportaciones:leer',
    isPermissionAssumed: true,
    params: { id: 'segment' },
    notFound: 'path',
  },
} as const satisfies Readonly<Record<string, Operation>>;

type OperationName = keyof typeof OPERATIONS;

/** What a key can be allowed to read. */
export type Permission = (typeof OPERATIONS)[OperationName]['permission'];

/** The operations that the health check tries. */
export type ProbedOperation = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends { readonly probe: object } ? Name : never;
}[OperationName];

type ParamValue<Form> = Form extends readonly string[]
  ? Form[number]
  : Form extends 'instant'
    ? EpochMs
    : Form extends 'count'
      ? number
      : string;

/** The values of the parameters of an operation. One that is undefined is not sent. */
export type Params<O extends Operation> = {
  readonly [Name in keyof O['params']]?: ParamValue<O['params'][Name]> | undefined;
};

/** The request of an operation. */
export function createRequest<O extends Operation>(operation: O, params: Params<O>): ApiRequest {
  const forms: Operation['params'] = operation.params;
  const query: Record<string, string> = {};
  let { path }: Operation = operation;
  for (const [name, value] of Object.entries<string | number | undefined>(params)) {
    if (value === undefined) {
      continue;
    }
    if (forms[name] === 'segment') {
      path = path.replace(`{${name}}`, encodeURIComponent(value));
    } else {
      query[name] = forms[name] === 'instant' ? toIso(Number(value)) : String(value);
    }
  }
  return { path, params: query };
}

/** The operation with this path; undefined for the path of a single export, and for a place in a response. */
export function findOperation(path: string | undefined): Operation | undefined {
  return Object.values<Operation>(OPERATIONS).find((operation) => operation.path === path);
}
