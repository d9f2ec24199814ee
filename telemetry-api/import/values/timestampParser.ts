import { LATEST_MS } from '../../store/readings/readings.ts';
import { type RowError, quoted } from './importErrors.ts';
import { readOffsetMs, timePattern } from './timePattern.ts';
import { type RepeatedHour, type RepeatedTime, toEpochMs, type WallTime } from './wallTime.ts';
import { zoneOffsets } from './zoneOffsets.ts';

export interface TimestampOptions<Which extends RepeatedHour = RepeatedHour> {
  /** `iso`, `epoch-s`, `epoch-ms` or a pattern such as `dd/MM/yyyy HH:mm:ss` */
  readonly format: string;
  /** IANA zone of timestamps without an offset; undefined: such rows are rejected */
  readonly zone?: string;
  readonly repeatedHour: Which;
  /** Called for each local time that a DST change makes ambiguous. */
  readonly onRepeatedHour?: () => void;
}

export type TimestampParser = (text: string) => number | RepeatedTime | RowError;

/** March 1973. A number of milliseconds of the first weeks of 1970 is far more often one of seconds since then. */
const EARLIEST_LIKELY_MS = 1e11;

const ISO_PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Returns the timestamp parser of a file. Digits beyond the millisecond are truncated.
 * @returns a function that converts trimmed text to epoch ms, with `order` to both instants of a repeated time, or to an error
 * @throws InputError if the zone or the pattern is invalid
 */
export function timestampParser<Which extends RepeatedHour>(
  options: TimestampOptions<Which>
): (text: string) => number | RowError | ('order' extends Which ? RepeatedTime : never) {
  if (options.format === 'epoch-s' || options.format === 'epoch-ms') {
    const unitMs = options.format === 'epoch-s' ? 1000 : 1;
    return (text) => readEpoch(text, unitMs, options.format);
  }
  const zone = options.zone === undefined ? undefined : zoneOffsets(options.zone);
  const onRepeatedHour = options.onRepeatedHour ?? (() => undefined);
  const read = options.format === 'iso' ? readIso : timePattern(options.format);
  const parse: TimestampParser = (text) => {
    const wall = read(text);
    return wall
      ? toEpochMs(wall, text, zone, options.repeatedHour, onRepeatedHour)
      : unexpectedFormat(text, options.format);
  };
  // toEpochMs leaves both with `order` alone.
  return parse as ReturnType<typeof timestampParser<Which>>;
}

function readIso(text: string): WallTime | undefined {
  const match = ISO_PATTERN.exec(text);
  return match
    ? {
        year: Number(match[1]),
        month: Number(match[2]),
        day: Number(match[3]),
        hour: Number(match[4] ?? 0),
        minute: Number(match[5] ?? 0),
        second: Number(match[6] ?? 0),
        milli: match[7] === undefined ? 0 : Number(match[7].padEnd(3, '0').slice(0, 3)),
        offsetMs: match[8] === undefined ? undefined : readOffsetMs(match[8]),
      }
    : undefined;
}

function readEpoch(text: string, unitMs: number, format: string): number | RowError {
  if (!/^\d+(?:\.\d+)?$/.test(text)) {
    return unexpectedFormat(text, format);
  }
  // Add a thousandth before truncating: 1.001 s is 1000.9999999999999 ms in floating point.
  const epochMs = Math.floor(Number(text) * unitMs + 1e-3);
  if (epochMs > LATEST_MS) {
    return {
      reason: 'timestamp out of range',
      detail: `timestamp ${quoted(text)} is after the year 2199${finerUnit(Number(text))}`,
    };
  }
  if (unitMs === 1 && epochMs * 1000 >= EARLIEST_LIKELY_MS && epochMs * 1000 <= LATEST_MS) {
    return {
      reason: 'Unix time in seconds',
      detail: `timestamp ${quoted(text)} would be in ${new Date(epochMs).getUTCFullYear()} in milliseconds; for seconds, use --time-format epoch-s`,
    };
  }
  return epochMs;
}

/** What a Unix time is in that is too large for its unit. */
function finerUnit(time: number): string {
  if (time <= LATEST_MS) {
    return '; for milliseconds, use --time-format epoch-ms';
  }
  const [unit, factor] = time <= LATEST_MS * 1000 ? ['microseconds', '1,000'] : ['nanoseconds', '1,000,000'];
  return `; if these are ${unit}, divide them by ${factor} and use --time-format epoch-ms`;
}

function unexpectedFormat(text: string, format: string): RowError {
  if (text === '') {
    return { reason: 'empty timestamp', detail: 'timestamp is empty' };
  }
  const allowed =
    format === 'iso'
      ? 'an ISO 8601 time such as 2026-12-31T23:59:59Z'
      : format.startsWith('epoch')
        ? 'a number'
        : 'in this format';
  const hint =
    format === 'iso'
      ? /^\d+(\.\d+)?$/.test(text)
        ? '; for a Unix time, add --time-format epoch-s or epoch-ms'
        : '; describe its format, for example --time-format "dd/MM/yyyy HH:mm:ss"'
      : '';
  return {
    reason: 'unexpected timestamp format',
    detail: `timestamp ${quoted(text)} is not ${allowed} (--time-format ${format})${hint}`,
  };
}
