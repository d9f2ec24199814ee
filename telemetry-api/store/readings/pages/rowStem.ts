import { makePiece, writeLongPiece, type Piece } from './textPiece.ts';
import { DAY_MS } from '../../../durations.ts';

const ZERO = 48;
const [HOUR_AT, MINUTE_AT, SECOND_AT, MS_AT] = [11, 14, 17, 20];

/**
 * The start of a row, including its time as ISO 8601 in UTC. Built once per day and copied to each row. The time of day is written into the
 * copy, because changing the source before each copy stalls the processor.
 */
export class RowStem {
  readonly length: number;
  private readonly before: string;
  private readonly after: string;
  private readonly stampAt: number;
  private dayPiece: Piece;
  private dayMs = 0;

  constructor(before: string, after: string) {
    this.before = before;
    this.after = after;
    this.stampAt = Buffer.byteLength(before);
    this.dayPiece = this.makeDayPiece();
    this.length = this.dayPiece.length;
  }

  /**
   * @param out the same bytes as `view`
   * @param ms integer ms since 1970, not before the previously written time
   * @returns the offset after the written bytes
   */
  write(view: DataView, out: Uint8Array, at: number, ms: number): number {
    if (ms - this.dayMs >= DAY_MS) {
      this.dayMs = Math.floor(ms / DAY_MS) * DAY_MS;
      this.dayPiece = this.makeDayPiece();
    }
    const end = writeLongPiece(view, at, this.dayPiece);
    const stampAt = at + this.stampAt;
    const msOfDay = (ms - this.dayMs) | 0;
    const secondOfDay = (msOfDay / 1000) | 0;
    const minuteOfDay = (secondOfDay / 60) | 0;
    const hour = (minuteOfDay / 60) | 0;
    const msOfSecond = msOfDay - secondOfDay * 1000;
    const hundreds = (msOfSecond / 100) | 0;
    view.setInt16(stampAt + HOUR_AT, TWO_DIGITS[hour] as number, true);
    view.setInt16(stampAt + MINUTE_AT, TWO_DIGITS[minuteOfDay - hour * 60] as number, true);
    view.setInt16(stampAt + SECOND_AT, TWO_DIGITS[secondOfDay - minuteOfDay * 60] as number, true);
    out[stampAt + MS_AT] = ZERO + hundreds;
    view.setInt16(stampAt + MS_AT + 1, TWO_DIGITS[msOfSecond - hundreds * 100] as number, true);
    return end;
  }

  private makeDayPiece(): Piece {
    return makePiece(this.before + new Date(this.dayMs).toISOString() + this.after, 'long');
  }
}

/** The two digits of 0 to 99. */
const TWO_DIGITS = Int16Array.from({ length: 100 }, (_, value) => {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  return ((ZERO + ones) << 8) | (ZERO + tens);
});
