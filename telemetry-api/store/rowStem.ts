import { makePiece, type Piece } from './textPiece.ts';

const ZERO = 48;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EMPTY_STAMP = '0000-00-00T00:00:00.000Z';
const DATE_LENGTH = 10;
const [HOUR_AT, MINUTE_AT, SECOND_AT, MS_AT] = [11, 14, 17, 20];

/**
 * What rows begin with, their time in it, as ISO 8601 in UTC. Readings of a minute, and often of a second, have most of it in common:
 * it is kept as it was for the row before, and only what differs is written.
 */
export class RowStem implements Piece {
  readonly words: Int32Array;
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #stampAt: number;
  #day = -1;
  #minuteMs = Number.NEGATIVE_INFINITY;

  constructor(before: string, after: string) {
    const { words, length } = makePiece(before + EMPTY_STAMP + after);
    this.words = words;
    this.length = length;
    this.#bytes = new Uint8Array(words.buffer);
    this.#stampAt = Buffer.byteLength(before);
  }

  /** @param ms whole ms since 1970, not before the time that was set last */
  setTime(ms: number): void {
    if (ms - this.#minuteMs >= MINUTE_MS) {
      this.#setMinute(Math.floor(ms / MINUTE_MS));
    }
    const bytes = this.#bytes;
    const at = this.#stampAt;
    const msOfMinute = (ms - this.#minuteMs) | 0;
    const second = (msOfMinute / 1000) | 0;
    const msOfSecond = msOfMinute - second * 1000;
    const hundreds = (msOfSecond / 100) | 0;
    writeTwoDigits(bytes, at + SECOND_AT, second);
    bytes[at + MS_AT] = ZERO + hundreds;
    writeTwoDigits(bytes, at + MS_AT + 1, msOfSecond - hundreds * 100);
  }

  #setMinute(minute: number): void {
    this.#minuteMs = minute * MINUTE_MS;
    const day = Math.floor(this.#minuteMs / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#bytes.set(Buffer.from(new Date(day * DAY_MS).toISOString().slice(0, DATE_LENGTH)), this.#stampAt);
    }
    const minuteOfDay = minute - day * 1440;
    const hour = (minuteOfDay / 60) | 0;
    writeTwoDigits(this.#bytes, this.#stampAt + HOUR_AT, hour);
    writeTwoDigits(this.#bytes, this.#stampAt + MINUTE_AT, minuteOfDay - hour * 60);
  }
}

function writeTwoDigits(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - tens * 10;
}
