import type { ProblemCode } from '../problems/problem.ts';
import type { ParametersSchema } from '../parameters/compileParameters.ts';
import { type RouteConfig, type Scope, SCOPES } from '../scopes/scopes.ts';

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

const SLOT_PROBLEMS = ['servidor_ocupado', 'demasiadas_solicitudes'] as const;

/** The schemas of a route that determine its errors. */
export interface RouteParameters {
  /** Without one, any query is accepted. */
  readonly querystring?: unknown;
  readonly params?: unknown;
}

/** Every error code that a route can answer with. */
export function problemsOfRoute(route: RouteConfig, parameters: RouteParameters): readonly ProblemCode[] {
  const { scope = 'open', problems = [] } = route;
  const all = [
    ...parameterProblems(parameters),
    ...problems,
    ...(['solicitud_invalida', 'direccion_larga'] as const),
    ...scopeProblems(SCOPES[scope]),
  ];
  return [...new Set(all)];
}

/** The errors of all routes of a scope. */
function scopeProblems({ key, slots, isJson, isUntilClosed }: Scope): readonly ProblemCode[] {
  return [
    ...(key === undefined ? [] : KEY_PROBLEMS),
    ...(isJson ? (['formato_no_aceptable'] as const) : []),
    // Those that answer until the service is closed have answers of their own for what fails.
    ...(isUntilClosed ? [] : HANDLER_PROBLEMS),
    ...(slots === undefined ? [] : SLOT_PROBLEMS),
  ];
}

function parameterProblems({ querystring, params }: RouteParameters): readonly ProblemCode[] {
  if (querystring !== undefined && Object.keys((querystring as ParametersSchema).properties).length > 0) {
    return QUERY_PROBLEMS;
  }
  const pathProblems = params === undefined ? [] : (['parametro_invalido'] as const);
  return querystring === undefined ? pathProblems : ['parametro_desconocido', ...pathProblems];
}
