import { plainText } from './plainText.ts';

/** What the source of a reading says about its value, as OPC does: uncertain is usable with caution, such as a last usable value. */
export type Quality = 'good' | 'uncertain' | 'bad';

/** First words, without accents. */
const WORDS: ReadonlyArray<[quality: Quality, words: RegExp]> = [
  ['good', /^(?:ok|valid|valid[oa]|buen[oa]|correct|correct[oa])(?![a-z])/],
  ['uncertain', /^(?:questionable|suspect|doubtful|dudos[oa]|inciert[oa])(?![a-z])/],
  ['bad', /^(?:mal[oa]|invalid|invalid[oa]|incorrect|incorrect[oa]|error|erron(?:eo|ea|eous))(?![a-z])/],
];
/** `Bad`, `BAD`, `Bad, Comm Failure`, `BadNoData`, but not `Badge`. */
const OPC_WORD = /^(?:([Gg]ood|GOOD)|([Uu]ncertain|UNCERTAIN)|([Bb]ad|BAD))(?![a-z])/;

const OPC_DA_LIMIT = 2 ** 16;
const OPC_UA_FROM = 2 ** 30;
/** Good, good with a local override, and bad for a reason. */
const USUAL_OPC_DA_CODES = new Set([0, 4, 8, 12, 16, 20, 24, 28, 32, 64, 68, 80, 84, 88, 192, 216]);

/**
 * Reads the quality of a reading: a word in English or Spanish, the name or number of an OPC UA status code, or the number of an OPC DA quality.
 * @returns undefined if it is none of them
 */
export function readQuality(text: string): Quality | undefined {
  const opc = OPC_WORD.exec(text);
  if (opc) {
    return opc[1] !== undefined ? 'good' : opc[2] !== undefined ? 'uncertain' : 'bad';
  }
  const code = readCode(text);
  return code === undefined ? readWord(text) : qualityOfCode(code);
}

/**
 * Whether cells of a column without a telling name are qualities: all of them are, and they have words of OPC, or codes of which some are good.
 * @param cells those that are not empty
 */
export function areQualities(cells: readonly string[]): boolean {
  const codes = cells.map(readCode);
  return (
    cells.every((cell, index) => isUsual(codes[index]) && readQuality(cell) !== undefined) &&
    cells.some((cell, index) => OPC_WORD.test(cell) || (codes[index] !== undefined && readQuality(cell) === 'good'))
  );
}

function readWord(text: string): Quality | undefined {
  const plain = plainText(text);
  return WORDS.find(([, words]) => words.test(plain))?.[0];
}

interface Code {
  readonly value: number;
  readonly isUa: boolean;
}

/** Signed where a program has taken the highest bit for a sign, and hexadecimal, in which OPC UA has eight digits. */
function readCode(text: string): Code | undefined {
  const hex = /^0x([\da-f]{1,8})$/i.exec(text)?.[1];
  if (hex !== undefined) {
    return { value: Number.parseInt(hex, 16), isUa: hex.length === 8 };
  }
  if (!/^-?\d{1,10}$/.test(text)) {
    return undefined;
  }
  const value = Number(text) < 0 ? Number(text) + 2 ** 32 : Number(text);
  return { value, isUa: value >= OPC_UA_FROM };
}

/** The highest two bits, of 32 in OPC UA and of the lower byte in OPC DA, whose upper byte is the vendor's. */
function qualityOfCode({ value, isUa }: Code): Quality | undefined {
  if (isUa) {
    return (['good', 'uncertain', 'bad'] as const)[Math.floor(value / OPC_UA_FROM)];
  }
  return value < OPC_DA_LIMIT ? (['bad', 'uncertain', undefined, 'good'] as const)[(value & 255) >> 6] : undefined;
}

/** Numbers of another meaning are seldom codes of OPC. */
function isUsual(code: Code | undefined): boolean {
  return code === undefined || code.isUa || USUAL_OPC_DA_CODES.has(code.value);
}
