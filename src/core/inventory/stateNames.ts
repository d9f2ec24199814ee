import { findTagRole, TAG_TYPE_WORDS, type TagTypeWords } from '../serverWords';
import type { Tag } from './device';

/** A value of a tag that has a name, such as 2 “jam”. */
export interface StateName {
  /** A whole number. */
  readonly value: number;
  readonly name: string;
}

/** The name of a tag, and the names of its states that are written in it. */
export interface StateNames {
  /** The name without the list; the whole name if there is no list, or nothing else. */
  readonly displayName: string;
  /** In the order in which they are written; empty, or at least two. */
  readonly states: readonly StateName[];
}

/** Longer names are taken as they are: the time to search a name grows with the square of its length. */
const MAX_NAME_LENGTH = 1000;

/**
 * Reads the names of states that plants write into the name of a tag: `Estado (0 parada, 1 marcha)`, `Motor [0: off / 1: on]`,
 * `Modo: 0=manual; 1=auto`, `Pump {0x0 => off, 0x1 => on}`. A list is made of pairs of a whole number and a name, separated by commas,
 * semicolons, slashes, vertical lines, “and”, or spaces before a number with a sign. It is in brackets of any kind, or has a sign (`=`, `:`,
 * `=>`, `->`) in each pair and ends the name. All of it must be pairs, at least two, with different numbers and different names, so that
 * nothing is read from `Caudal (0 a 1,5 m3/h)`, `Turno 12:30, 14:45` or `Bomba 2`, and never a part of a list such as
 * `(0=off, 1=on, other=fault)`.
 */
export function parseStateNames(tagName: string): StateNames {
  const text = withEqualSigns(tagName);
  const list = tagName.length <= MAX_NAME_LENGTH ? (bracketedList(text) ?? endingList(text)) : undefined;
  if (list === undefined) {
    return { displayName: tagName, states: [] };
  }
  const before = tagName.slice(0, list.start).replace(/[\s:,;/|–-]+$/, '');
  const after = tagName.slice(list.end).trim();
  return { displayName: [before, after].filter(Boolean).join(' ') || tagName, states: list.states };
}

/** What a unit of no measure is written as. */
const NO_UNIT = /^(?:[-–—]*|1|0\/1|n\/?a|none|bool(?:ean)?|enum|state|estado|on\/off)$/i;

/**
 * True if the values of a tag can have names: those of a state, and those of a measure or set point without a unit. A measure with a unit
 * keeps its numbers, as does a counter, whatever its name looks like: 1 °C of `Water temperature (1 inlet, 2 outlet)` is no inlet.
 * @param words as of `findTagRole`
 */
export function holdsStates({ type, unit }: Pick<Tag, 'type' | 'unit'>, words: TagTypeWords = TAG_TYPE_WORDS): boolean {
  const role = findTagRole(type, words);
  return role === 'state' || (role !== 'counter' && NO_UNIT.test(unit.trim()));
}

/** As `parseStateNames`, of a tag: nothing is read from the name of one that holds no states. */
export function tagStateNames(tag: Pick<Tag, 'name' | 'type' | 'unit'>, words?: TagTypeWords): StateNames {
  return holdsStates(tag, words) ? parseStateNames(tag.name) : { displayName: tag.name, states: [] };
}

/** The name of the first state that is not 0, which machines have while they do something; undefined if the tag names none. */
export function workingState(tag: Pick<Tag, 'name' | 'type' | 'unit'>): string | undefined {
  return tagStateNames(tag).states.find(({ value }) => value !== 0)?.name;
}

/** Decimal, or hexadecimal such as `0x1F`. */
export const WHOLE_NUMBER = String.raw`(?:0[xX][\dA-Fa-f]{1,8}|-?\d{1,9})`;

/** “And” before the last pair of a list. */
export const AND = String.raw`(?:and|y|e|und|et|o|or|oder|ou)\s+`;

const OTHER_SIGN = new RegExp(String.raw`(?<![\dA-Za-z.])(${WHOLE_NUMBER}\s*)([=-]>|[:=]=|→|⇒)`, 'g');

/** The other signs between a number and a name become `=` and spaces, so that every character stays in its place. */
export function withEqualSigns(text: string): string {
  return text.replace(OTHER_SIGN, (_, number: string, sign: string) => number + '='.padEnd(sign.length));
}

/** A list within a text, from `start` to before `end`. */
interface FoundList {
  readonly start: number;
  readonly end: number;
  readonly states: readonly StateName[];
}

/** Brackets with what is in them; round ones may have brackets in turn: `(0 stopped (by hand), 1 running)`. */
const BRACKETS = /\(((?:[^()]|\([^()]*\))*)\)|\[([^[\]]*)\]|\{([^{}]*)\}|<([^<>]*)>/g;

function bracketedList(text: string): FoundList | undefined {
  for (const match of text.matchAll(BRACKETS)) {
    const states = distinctStates(match.slice(1).find((content) => content !== undefined) ?? '', IN_BRACKETS);
    const [start, end] = [match.index, match.index + match[0].length];
    if (states !== undefined && !hasPair(text.slice(0, start)) && !hasPair(text.slice(end))) {
      return { start, end, states };
    }
  }
  return undefined;
}

/** The blocks of letters. Not `\p{L}`, which the backend's engine takes for a letter p: alert rules would know no state by its name. */
const LETTERS = String.raw`A-Za-zªµºÀ-ÖØ-öø-\u02af\u0370-\u1fff\u2c00-\u2dff\u3041-\ud7ff\uf900-\ufdff\ufe70-\ufefc`;

/** A number that a name follows, at the beginning of a text or of a word of it. */
const FIRST_PAIR = new RegExp(String.raw`(?<=^|[\s;|]|[^\d]:)${WHOLE_NUMBER}\s*[=:]`, 'g');

const LOOSE_PAIR = new RegExp(String.raw`(?:\d|[,;|]\s*[^\s=]+)\s*=\s*[${LETTERS}]`);

function endingList(text: string): FoundList | undefined {
  for (const { index } of text.matchAll(FIRST_PAIR)) {
    const states = distinctStates(text.slice(index).replace(/\.$/, ''), AT_THE_END);
    if (states !== undefined) {
      const title = text.slice(0, index);
      // What is before the list may be pairs that cannot be read, or the beginning of brackets.
      const isWhole = !hasPair(title) && !(/[,;|/]\s*$/.test(title) && /[=:]/.test(title)) && isBalanced(title);
      return isWhole ? { start: index, end: text.length, states } : undefined;
    }
  }
  return undefined;
}

/** A number or word with `=` and a name, which belongs to the list where it is part of none. */
function hasPair(text: string): boolean {
  return LOOSE_PAIR.test(text);
}

/** True if every bracket has its other half. */
function isBalanced(text: string): boolean {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/\([^()[\]{}<>]*\)|\[[^()[\]{}<>]*\]|\{[^()[\]{}<>]*\}|<[^()[\]{}<>]*>/g, '');
  }
  return !/[()[\]{}<>]/.test(rest);
}

/** How the pairs of a list are written, and where two of them meet. A comma between two digits is that of a decimal number. */
interface ListForm {
  readonly pair: RegExp;
  readonly between: RegExp;
  /** True if all pairs have the same sign. */
  readonly isUniform: boolean;
}

/** A name begins with a letter, so that times, fractions and measures are none. */
const NAME = String.raw`([${LETTERS}][^=:]*)`;
/**
 * @param afterNumber what is between a number and its name
 * @param spaced what follows a number where spaces alone separate its pair from the one before
 */
function listForm(afterNumber: string, spaced: string, isUniform: boolean): ListForm {
  const comma = String.raw`(?<!\d),|,(?!\d)|,(?=${WHOLE_NUMBER}\s*[=:])`;
  return {
    isUniform,
    pair: new RegExp(String.raw`^(${WHOLE_NUMBER})${afterNumber}${NAME}$`),
    between: new RegExp(
      [
        String.raw`\s*(?:[;/|]|${comma})\s*(?:${AND}(?=${WHOLE_NUMBER}))?`,
        String.raw`\s+${AND}(?=${WHOLE_NUMBER}(?:\s*[=:]|\s+[${LETTERS}]))`,
        String.raw`\s+(?=${WHOLE_NUMBER}\s*${spaced})`,
      ].join('|')
    ),
  };
}

// At the end of a name, `Motor 2: mando 0=off, 1=on` begins with the 0, also with another colon in place of `=`.
const AT_THE_END = listForm(String.raw`\s*[=:]\s*`, '=', true);
const IN_BRACKETS = listForm(String.raw`(?:\s*[=:–-]\s*|\s+)`, '[=:]', false);

function distinctStates(list: string, { pair, between, isUniform }: ListForm): readonly StateName[] | undefined {
  if (isUniform && list.includes('=') && list.includes(':')) {
    return undefined;
  }
  const states: StateName[] = [];
  for (const part of list.trim().replace(/[,;]$/, '').split(between)) {
    const [, value, written] = pair.exec(part.trim()) ?? [];
    const name = written?.trim() ?? '';
    if (value === undefined || name === '' || /\.\.|…/.test(name) || !isBalanced(name)) {
      return undefined;
    }
    // Adding 0 makes 0 of −0, whose texts differ.
    states.push({ value: Number(value) + 0, name });
  }
  const isDistinct = (key: keyof StateName) => new Set(states.map((state) => state[key])).size === states.length;
  return states.length > 1 && isDistinct('value') && isDistinct('name') ? states : undefined;
}
