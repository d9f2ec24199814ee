import type { ProblemCode } from '../problems/problem.ts';
import type { ParametersSchema } from '../parameters/compileParameters.ts';
import type { RouteConfig, ScopeName } from './routeConfig.ts';

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

/** The errors of all routes of a scope. */
const SCOPE_PROBLEMS: Readonly<Record<ScopeName, readonly ProblemCode[]>> = {
  data: [...KEY_PROBLEMS, 'formato_no_aceptable', ...HANDLER_PROBLEMS, 'servidor_ocupado'],
  downloads: [...HANDLER_PROBLEMS, 'servidor_ocupado', 'demasiadas_solicitudes'],
  operators: [...KEY_PROBLEMS, ...HANDLER_PROBLEMS],
  json: ['formato_no_aceptable'],
  open: [],
};

/** Whether the routes of a scope need a key. */
export function needsKey(scope: ScopeName): boolean {
  return scope === 'data' || scope === 'operators';
}

/** The schemas of a route that determine its errors. */
export interface RouteParameters {
  /** Without one, any query is accepted. */
  readonly querystring?: unknown;
  readonly params?: unknown;
}

/** Every error code that a route can answer with. */
export function problemsOfRoute(route: RouteConfig, parameters: RouteParameters): readonly ProblemCode[] {
  const { scope = 'open', problems = [] } = route;
  return [
    ...parameterProblems(parameters),
    ...problems,
    'solicitud_invalida',
    'direccion_larga',
    ...SCOPE_PROBLEMS[scope],
  ];
}

function parameterProblems({ querystring, params }: RouteParameters): readonly ProblemCode[] {
  if (querystring !== undefined && Object.keys((querystring as ParametersSchema).properties).length > 0) {
    return QUERY_PROBLEMS;
  }
  const pathProblems = params === undefined ? [] : (['parametro_invalido'] as const);
  return querystring === undefined ? pathProblems : ['parametro_desconocido', ...pathProblems];
}
