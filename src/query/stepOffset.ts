import { HOUR_MS, MINUTE_MS } from '../core/time/window';

/** What an offset's text means: how far after local midnight the steps of a day begin. `invalid` keeps the text, for the message. */
export type ParsedOffset =
  { readonly kind: 'offset'; readonly offsetMs: number } | { readonly kind: 'invalid'; readonly text: string };

/**
 * Reads a time of day, `06:00` or `22:30`; empty means midnight. It is a time and no length, because it holds on the days
 * of a DST change too, when six o'clock is five or seven hours after midnight.
 */
export function parseOffset(text: string): ParsedOffset {
  const word = text.trim();
  if (word === '') {
    return { kind: 'offset', offsetMs: 0 };
  }
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(word);
  return match
    ? { kind: 'offset', offsetMs: Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS }
    : { kind: 'invalid', text: word };
}
