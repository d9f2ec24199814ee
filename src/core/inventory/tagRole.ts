import { TAG_TYPE_WORDS } from '../serverWords';

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

/** True for values that hold until the next reading: rendered as steps, and never averaged where the readings fit. */
export function isStepwise(role: TagRole): boolean {
  return role === 'state' || role === 'setPoint';
}
