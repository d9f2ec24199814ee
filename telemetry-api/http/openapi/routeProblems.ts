import type { Permission } from '../../store/keys/keys.ts';
import type { ProblemCode } from '../problems/problem.ts';
import type { ParametersSchema } from '../parameters/compileParameters.ts';

/** The properties of a route that determine the errors it can answer with. */
export interface RouteProblems {
  /** The permission that the key needs. A path without one that is not for operators needs no key. */
  readonly permission?: Permission;
  /** The path requires an operator's key. */
  readonly isForOperators?: boolean;
  /** The response is not JSON, and the Accept header is not checked. */
  readonly anyFormat?: boolean;
  /** The path sends files. Downloads take long and need little CPU, so they have slots of their own. */
  readonly isDownload?: boolean;
  /** Errors that only this route answers with. */
  readonly problems?: readonly ProblemCode[];
}

const QUERY_PROBLEMS = [
  'parametro_requerido',
  'parametro_desconocido',
  'parametro_repetido',
  'parametro_invalido',
] as const;
const KEY_PROBLEMS = [
  'clave_requerida',
  'clave_invalida',
  'clave_vencida',
  'clave_revocada',
  'permiso_insuficiente',
  'demasiadas_solicitudes',
  'demasiados_intentos',
] as const;
const HANDLER_PROBLEMS = ['error_interno', 'base_no_disponible', 'servidor_deteniendose', 'tiempo_agotado'] as const;

/** The schemas of a route that determine its errors. */
export interface RouteParameters {
  /** Without one, any query is accepted. */
  readonly querystring?: unknown;
  readonly params?: unknown;
}

/** Every error code that a route can answer with. */
export function problemsOfRoute(route: RouteProblems, parameters: RouteParameters): readonly ProblemCode[] {
  const { permission, isForOperators = false, isDownload = false, anyFormat = false, problems = [] } = route;
  const hasKey = permission !== undefined || isForOperators;
  return [
    ...parameterProblems(parameters),
    ...problems,
    ...(hasKey ? KEY_PROBLEMS : []),
    ...(anyFormat ? [] : (['formato_no_aceptable'] as const)),
    'solicitud_invalida',
    'direccion_larga',
    ...(hasKey || isDownload ? HANDLER_PROBLEMS : []),
    ...(permission !== undefined || isDownload ? (['servidor_ocupado'] as const) : []),
    ...(isDownload ? (['demasiadas_solicitudes'] as const) : []),
  ];
}

function parameterProblems({ querystring, params }: RouteParameters): readonly ProblemCode[] {
  if (querystring !== undefined && Object.keys((querystring as ParametersSchema).properties).length > 0) {
    return QUERY_PROBLEMS;
  }
  const pathProblems = params === undefined ? [] : (['parametro_invalido'] as const);
  return querystring === undefined ? pathProblems : ['parametro_desconocido', ...pathProblems];
}
