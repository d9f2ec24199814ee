/*
 * The words that servers are known to use, by what they mean. The specification leaves all of them open except the states of
 * exports, so a word that is not listed here is shown as it is.
 */

/** The server's words for each meaning. The first one is what editors offer and save. */
export type ServerWords<Meaning extends string> = Readonly<Record<Meaning, readonly [string, ...string[]]>>;

/** Most severe first. */
export const SEVERITY_WORDS = {
  critical: ['critica', 'crítica', 'critical'],
  warning: ['advertencia', 'warning'],
  info: ['info'],
} as const satisfies ServerWords<string>;
export type Severity = keyof typeof SEVERITY_WORDS;

/** Where an alert is in its lifecycle. */
export const ALERT_STATE_WORDS = {
  opened: ['abierta'],
  acknowledged: ['reconocida'],
  ended: ['cerrada', 'terminada', 'finalizada'],
} as const satisfies ServerWords<string>;
export type AlertPhase = keyof typeof ALERT_STATE_WORDS;

/** The connection of a device. */
export const CONNECTION_WORDS = {
  online: ['en_linea', 'conectado', 'online'],
  offline: ['sin_conexion', 'desconectado', 'offline'],
  noData: ['sin_datos'],
} as const satisfies ServerWords<string>;
export type Connection = keyof typeof CONNECTION_WORDS;

export const EXPORT_STATE_WORDS = {
  pending: ['pendiente'],
  processing: ['procesando'],
  ready: ['lista'],
  failed: ['fallida'],
  expired: ['vencida'],
} as const satisfies ServerWords<string>;
export type ExportState = keyof typeof EXPORT_STATE_WORDS;

/** The types of tags that are no measures, unless the settings of the data source list other words. */
export const TAG_TYPE_WORDS = {
  state: ['estado', 'digital', 'discreta', 'booleano', 'state'],
  counter: ['contador', 'totalizador', 'acumulador', 'counter'],
  setPoint: ['consigna', 'setpoint'],
} as const satisfies ServerWords<string>;

/** Undefined for a word that only the server knows. */
export function findMeaning<Meaning extends string>(words: ServerWords<Meaning>, word: string): Meaning | undefined {
  return (Object.keys(words) as Meaning[]).find((meaning) => words[meaning].includes(word));
}

type NamedRole = keyof typeof TAG_TYPE_WORDS;
const NAMED_ROLES = Object.keys(TAG_TYPE_WORDS) as NamedRole[];

/**
 * What the values of a tag mean: a `measure` varies continuously, so that averages stand for it; a `state` and a `setPoint`
 * jump from one value to the next, so that no value between two readings existed; a `counter` only grows, except when it
 * is reset.
 */
export type TagRole = 'measure' | NamedRole;

/** The server's words for the type of a tag, by role. Every other word means a measure. */
export type TagTypeWords = Readonly<Record<NamedRole, readonly string[]>>;

/** @param type as the server names it; case and surrounding spaces do not matter */
export function findTagRole(type: string, words: TagTypeWords): TagRole {
  const word = type.trim().toLowerCase();
  return NAMED_ROLES.find((role) => words[role].some((known) => known.trim().toLowerCase() === word)) ?? 'measure';
}

/** True for values whose average says nothing: readings are shown wherever they fit. A counter holds until the next reading, too. */
export function isNeverAveraged(role: TagRole): boolean {
  return role === 'state' || role === 'setPoint';
}
