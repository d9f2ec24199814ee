import type { Permission } from '../../store/keys.ts';
import type { ProblemCode } from '../problem.ts';

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

/**
 * Every code that a route answers with.
 * @param parameterCount of its query; undefined when it takes any
 */
export function problemsOfRoute(route: RouteProblems, parameterCount: number | undefined): readonly ProblemCode[] {
  const { permission, isForOperators = false, isDownload = false, anyFormat = false, problems = [] } = route;
  const hasKey = permission !== undefined || isForOperators;
  const ofQuery = parameterCount === 0 ? (['parametro_desconocido'] as const) : OF_QUERY;
  return [
    ...(parameterCount === undefined ? [] : ofQuery),
    ...problems,
    ...(hasKey ? OF_KEY : []),
    ...(anyFormat ? [] : (['formato_no_aceptable'] as const)),
    'direccion_larga',
    ...(hasKey || isDownload ? OF_WORK : []),
    ...(permission !== undefined || isDownload ? (['servidor_ocupado'] as const) : []),
  ];
}
