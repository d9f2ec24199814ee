import type { Permission } from '../../store/keys.ts';
import type { ProblemCode } from '../problem.ts';
import type { ParametersSchema } from '../validateParameters.ts';

/** What a route may be refused with follows from what it asks for and does. */
export interface RouteProblems {
  /** What a key must be allowed to; without it, and not for operators, the path needs no key. */
  readonly permission?: Permission;
  /** The path is for keys of operators. */
  readonly isForOperators?: boolean;
  /** The path answers with something else than JSON, whatever the client says it takes. */
  readonly anyFormat?: boolean;
  /** The path sends files: they may take long and do little, so they have places of their own. */
  readonly isDownload?: boolean;
  /** What only this route may be refused with. */
  readonly problems?: readonly ProblemCode[];
}

const OF_QUERY = ['parametro_requerido', 'parametro_desconocido', 'parametro_repetido', 'parametro_invalido'] as const;
const OF_KEY = [
  'clave_requerida',
  'clave_invalida',
  'clave_vencida',
  'clave_revocada',
  'permiso_insuficiente',
  'demasiadas_solicitudes',
  'demasiados_intentos',
] as const;
const OF_WORK = ['error_interno', 'base_no_disponible', 'servidor_deteniendose', 'tiempo_agotado'] as const;

/** The schemas of a route, as far as they say what it refuses. */
export interface RouteParameters {
  /** Without one, any query is taken. */
  readonly querystring?: unknown;
  readonly params?: unknown;
}

/** Every code that a route answers with. */
export function problemsOfRoute(route: RouteProblems, parameters: RouteParameters): readonly ProblemCode[] {
  const { permission, isForOperators = false, isDownload = false, anyFormat = false, problems = [] } = route;
  const hasKey = permission !== undefined || isForOperators;
  return [
    ...ofParameters(parameters),
    ...problems,
    ...(hasKey ? OF_KEY : []),
    ...(anyFormat ? [] : (['formato_no_aceptable'] as const)),
    'direccion_larga',
    ...(hasKey || isDownload ? OF_WORK : []),
    ...(permission !== undefined || isDownload ? (['servidor_ocupado'] as const) : []),
  ];
}

function ofParameters({ querystring, params }: RouteParameters): readonly ProblemCode[] {
  if (querystring !== undefined && Object.keys((querystring as ParametersSchema).properties).length > 0) {
    return OF_QUERY;
  }
  const ofPath = params === undefined ? [] : (['parametro_invalido'] as const);
  return querystring === undefined ? ofPath : ['parametro_desconocido', ...ofPath];
}
