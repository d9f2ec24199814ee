import { DAY_MS, type EpochMs, HOUR_MS } from '../../../time/window';
import { type Course, JUMP_HOURS, nearsRegisterEnd, plausibleGain, usualRate } from './course';
import { type Gains, isFall } from './counterWalk';

/** Where only the course of a counter tells how far it counted. */
export interface DoubtfulGains {
  /** The pieces that may hold a jump. */
  readonly pieces: readonly number[];
  /** The days, as days since 1970 in UTC, on which the counter jumped or fell by more than the pieces themselves show to be plausible. */
  readonly days: ReadonlySet<number>;
}

/**
 * What is plausible by the pieces themselves is so by the whole course, of which they are a part: it need not be fetched for that.
 * @param known what is known of the course: where that limits the gains, nothing is open
 */
export function doubtfulGains({ fromEpochMs, untilEpochMs, gain, falls }: Gains, known: Course): DoubtfulGains {
  if (known.perHour < Infinity) {
    return { pieces: [], days: new Set() };
  }
  const elapsedMs = gain.map((_, piece) => untilEpochMs[piece]! - (untilEpochMs[piece - 1] ?? untilEpochMs[piece]!));
  const perHour = usualRate(gain.map((value, piece) => value / Math.max(1, elapsedMs[piece]! / HOUR_MS)));
  const course = { perHour, resolution: 0 };
  const days = new Set<number>();
  const pieces: number[] = [];
  gain.forEach((value, piece) => {
    if (value > plausibleGain(course, elapsedMs[piece]!, JUMP_HOURS)) {
      pieces.push(piece);
      addDays(days, fromEpochMs[piece]!, untilEpochMs[piece]!);
    }
  });
  for (const { last, value, toEpochMs } of falls) {
    const isPlausible = isFall(last, value)
      ? value >= 0 && value <= perHour && !nearsRegisterEnd(last, value, known)
      : last - value <= plausibleGain(course, 0, JUMP_HOURS);
    if (!isPlausible) {
      addDays(days, toEpochMs, toEpochMs);
    }
  }
  return { pieces, days };
}

function addDays(days: Set<number>, fromEpochMs: EpochMs, toEpochMs: EpochMs): void {
  for (let day = dayOf(fromEpochMs); day <= dayOf(toEpochMs); day++) {
    days.add(day);
  }
}

export function dayOf(epochMs: EpochMs): number {
  return Math.floor(epochMs / DAY_MS);
}
