/**
 * Maximum length of a stored text, in UTF-16 code units. A device code and a tag key of this length fit into one URL of the API, also
 * percent-encoded, and a text of this length fits into an index entry of PostgreSQL.
 */
export const MAX_TEXT_LENGTH = 255;

/** Control characters, line and paragraph separators, and halves of surrogate pairs. PostgreSQL cannot store NUL and half pairs. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Why a text cannot be stored. */
export interface TextError {
  /** The same for all texts with this error. */
  readonly reason: string;
  readonly detail: string;
}

/** Checks a code, key, name, unit or other one-line text before it is stored. Returns undefined if it is valid. */
export function textError(text: string): TextError | undefined {
  if (text.length > MAX_TEXT_LENGTH) {
    return { reason: 'is too long', detail: `has ${text.length} characters; at most ${MAX_TEXT_LENGTH} are allowed` };
  }
  const forbidden = FORBIDDEN.exec(text)?.[0];
  if (forbidden === undefined) {
    return undefined;
  }
  const codePoint = forbidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return {
    reason: 'has a control character',
    detail: `contains U+${codePoint}; control characters (also tabs and line breaks) and invalid Unicode are not allowed`,
  };
}
