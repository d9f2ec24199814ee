import { isNoValue } from './noValue.ts';
import { parseNumber } from './parseNumber.ts';
import { plainText } from './plainText.ts';
import { InputError, quoted } from './importErrors.ts';

/** Words of two states that a machine can have, as `plainText` has them: those of 1, then those of 0. */
const PAIRS: ReadonlyArray<readonly [on: readonly string[], off: readonly string[]]> = [
  [['true'], ['false']],
  [['on'], ['off']],
  [
    ['yes', 'si', 'sim'],
    ['no', 'nao'],
  ],
  [['ja'], ['nein', 'nee']],
  [['oui'], ['non']],
  [['wahr'], ['falsch']],
  [['verdadero', 'verdadeiro', 'vero'], ['falso']],
  [['vrai'], ['faux']],
  [['ein', 'an'], ['aus']],
  [
    ['encendido', 'encendida'],
    ['apagado', 'apagada'],
  ],
  [
    ['ligado', 'acceso'],
    ['desligado', 'spento'],
  ],
  [
    ['marcha', 'en marcha'],
    ['paro', 'parado', 'parada'],
  ],
  [
    ['marche', 'en marche'],
    ['arret', "a l'arret"],
  ],
  [
    ['running', 'run', 'started', 'start'],
    ['stopped', 'stop', 'not running'],
  ],
  [
    ['lauft', 'gestartet'],
    ['steht', 'gestoppt'],
  ],
  [
    ['open', 'opened'],
    ['closed', 'close'],
  ],
  [
    ['abierto', 'abierta'],
    ['cerrado', 'cerrada'],
  ],
  [
    ['offen', 'auf'],
    ['geschlossen', 'zu'],
  ],
  [
    ['ouvert', 'ouverte'],
    ['ferme', 'fermee'],
  ],
  [['active'], ['inactive']],
  [
    ['activo', 'activa'],
    ['inactivo', 'inactiva'],
  ],
  [['actif'], ['inactif']],
  [['aktiv'], ['inaktiv']],
  [['enabled'], ['disabled']],
  [['online'], ['offline']],
  [['connected'], ['disconnected']],
];
const WORDS: ReadonlyMap<string, 0 | 1> = new Map(
  PAIRS.flatMap(([on, off]) => [...on.map((word) => [word, 1] as const), ...off.map((word) => [word, 0] as const)])
);

/** Numbers of words, as `--states` gives them. */
export interface StateNumbers {
  /** As it was written. */
  readonly option: string;
  /** The tag whose words these are; undefined: all tags. */
  readonly tag: string | undefined;
  /** By the words as `plainText` has them; undefined: no value. */
  readonly numbers: ReadonlyMap<string, number | undefined>;
}

/** What a text means: a state, or no value. */
export interface State {
  readonly value: number | undefined;
  /** Whether it was not given: 1 and 0 are numbers of words only in a tag of words. */
  readonly isKnownWord: boolean;
}

/**
 * Parses `ON=1,OFF=0,FAULT=2`, or `Pump 1: ON=1,OFF=0` for one tag. A word without a number is no value.
 * @throws InputError if a word has no `=`, or something else than a number behind it
 */
export function parseStates(option: string): StateNumbers {
  const [, tag, list = ''] = /^(?:([^=]*):)?(.*)$/s.exec(option)!;
  const items = [...list.matchAll(/([^=]+)=([^,=]*)(?:,|$)/g)];
  if (items.length === 0 || items.map(([item]) => item).join('') !== list) {
    throw new InputError(
      `${quoted(option)} is not a list such as ON=1,OFF=0,FAULT=2, or for one tag "TAG: ON=1,OFF=0"`
    );
  }
  const numbers = items.map(([, word = '', text = '']) => {
    const number = text.trim() === '' ? undefined : parseNumber(text.trim(), false);
    if (typeof number === 'object') {
      throw new InputError(
        `${quoted(word.trim())} needs a number behind the =, or nothing for no value: ${number.detail}`
      );
    }
    return [plainText(word), number] as const;
  });
  return { option, tag: tag?.trim(), numbers: new Map(numbers) };
}

/** 1 or 0 for a word of two states; undefined for another text. */
export function stateOfWord(text: string): 0 | 1 | undefined {
  return WORDS.get(plainText(text));
}

/** Whether all cells are known words of states, or of no value, and both states are among them. */
export function areStates(cells: readonly string[]): boolean {
  const states = cells.map(stateOfWord);
  return (
    states.includes(0) && states.includes(1) && cells.every((cell, at) => states[at] !== undefined || isNoValue(cell))
  );
}

/**
 * Returns what tells the states of a file: those given for the tag, those given for all tags, then 1 and 0 for known words. Known words are left out
 * where the number of their opposite is given, which would not fit.
 */
export function stateReader(given: readonly StateNumbers[] = []): (tag: string, text: string) => State | undefined {
  const ofTag = (tag: string) => [
    ...given.filter((one) => one.tag === tag),
    ...given.filter((one) => one.tag === undefined),
  ];
  return (tag, text) => {
    const word = plainText(text);
    const lists = given.length === 0 ? given : ofTag(tag);
    const list = lists.find(({ numbers }) => numbers.has(word));
    if (list !== undefined) {
      return { value: list.numbers.get(word), isKnownWord: false };
    }
    const value = WORDS.get(word);
    const isOppositeGiven = (other: string) => lists.some(({ numbers }) => numbers.has(other));
    return value === undefined || (lists.length > 0 && oppositesOf(word).some(isOppositeGiven))
      ? undefined
      : { value, isKnownWord: true };
  };
}

function oppositesOf(word: string): readonly string[] {
  return PAIRS.flatMap(([on, off]) => (on.includes(word) ? off : off.includes(word) ? on : []));
}
