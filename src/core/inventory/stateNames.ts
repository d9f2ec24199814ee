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
 * `Modo: 0=manual; 1=auto`. A list is made of pairs of a whole number and a name, separated by commas, semicolons, slashes or
 * vertical lines. It is in brackets, or has `=` or `:` in each pair and ends the name. All of it must be pairs, at least two, with
 * different numbers and different names, so that nothing is read from `Caudal (0 a 1,5 m3/h)`, `Turno 12:30, 14:45` or `Bomba 2`.
 */
export function parseStateNames(tagName: string): StateNames {
  const list = tagName.length <= MAX_NAME_LENGTH ? (bracketedList(tagName) ?? endingList(tagName)) : undefined;
  if (list === undefined) {
    return { displayName: tagName, states: [] };
  }
  const before = tagName.slice(0, list.start).replace(/[\s:,;/|–-]+$/, '');
  const after = tagName.slice(list.end).trim();
  return { displayName: [before, after].filter(Boolean).join(' ') || tagName, states: list.states };
}

/** A list within a text, from `start` to before `end`. */
interface FoundList {
  readonly start: number;
  readonly end: number;
  readonly states: readonly StateName[];
}

/** Brackets with what is in them, which may have brackets in turn: `(0 stopped (by hand), 1 running)`. */
const BRACKETS = /\(((?:[^()]|\([^()]*\))*)\)|\[([^[\]]*)\]/g;

function bracketedList(text: string): FoundList | undefined {
  for (const match of text.matchAll(BRACKETS)) {
    const states = distinctStates(match[1] ?? match[2] ?? '', PAIR_IN_BRACKETS);
    if (states !== undefined) {
      return { start: match.index, end: match.index + match[0].length, states };
    }
  }
  return undefined;
}

/** The blocks of letters. Not `\p{L}`, which the backend's engine takes for a letter p: alert rules would know no state by its name. */
const LETTERS = String.raw`A-Za-zªµºÀ-ÖØ-öø-\u02af\u0370-\u1fff\u2c00-\u2dff\u3041-\ud7ff\uf900-\ufdff\ufe70-\ufefc`;

/** A number that a name follows, and that is no part of a word or of another number. */
const FIRST_PAIR = new RegExp(String.raw`(?<![${LETTERS}\d.,-])-?\d+\s*[=:]`, 'g');

function endingList(text: string): FoundList | undefined {
  for (const { index } of text.matchAll(FIRST_PAIR)) {
    const states = distinctStates(text.slice(index), PAIR);
    if (states !== undefined) {
      return { start: index, end: text.length, states };
    }
  }
  return undefined;
}

/** A name begins with a letter, so that times, fractions and measures are none. */
const NAME = String.raw`([${LETTERS}][^=:]*)`;
const PAIR = new RegExp(String.raw`^(-?\d{1,9})\s*[=:]\s*${NAME}$`);
const PAIR_IN_BRACKETS = new RegExp(String.raw`^(-?\d{1,9})(?:\s*[=:–-]\s*|\s+)${NAME}$`);

/** Where two pairs meet. A comma between two digits is that of a decimal number. */
const BETWEEN_PAIRS = /[;/|]|(?<!\d),|,(?!\d)/;

function distinctStates(list: string, pair: RegExp): readonly StateName[] | undefined {
  const states: StateName[] = [];
  for (const part of list.split(BETWEEN_PAIRS)) {
    const [, value, name] = pair.exec(part.trim()) ?? [];
    if (value === undefined || name === undefined) {
      return undefined;
    }
    // Adding 0 makes 0 of −0, whose texts differ.
    states.push({ value: Number(value) + 0, name: name.trim() });
  }
  const isDistinct = (key: keyof StateName) => new Set(states.map((state) => state[key])).size === states.length;
  return states.length > 1 && isDistinct('value') && isDistinct('name') ? states : undefined;
}
