import { type TimestampOptions, timestampParser } from './timestampParser.ts';

const isoOf = (epochMs: number) => new Date(epochMs).toISOString();
const read = (text: string, options: Partial<TimestampOptions> = {}) => {
  const parsed = timestampParser({ format: 'iso', repeatedHour: 'earlier', ...options })(text);
  if (typeof parsed === 'number') {
    return isoOf(parsed);
  }
  return 'reason' in parsed ? parsed.reason : `${isoOf(parsed.earlierMs)} or ${isoOf(parsed.laterMs)}`;
};

describe('timestampParser, ISO 8601', () => {
  it.each([
    ['2026-11-21T08:30:00Z', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T08:30:00.123Z', '2026-11-21T08:30:00.123Z'],
    ['2026-11-21T08:30:00,5Z', '2026-11-21T08:30:00.500Z'],
    ['2026-11-21T08:30:00.123999999Z', '2026-11-21T08:30:00.123Z'],
    ['2026-11-21 08:30+01:00', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21T08:30:00-0330', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T08:30:00+14', '2026-11-20T18:30:00.000Z'],
    ['2026-11-21t08:30:00z', '2026-11-21T08:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('reads %s', (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  it.each([
    ['2026-11-21T08:30:00', 'timestamp without time zone'],
    ['2026-11-21', 'timestamp without time zone'],
    ['2026-02-29T00:00:00Z', 'invalid timestamp'],
    ['2026-04-31T00:00:00Z', 'invalid timestamp'],
    ['2026-13-01T00:00:00Z', 'invalid timestamp'],
    ['2026-01-01T24:00:00Z', 'hour 24'],
    ['2026-01-01T24:30:00Z', 'hour 24'],
    ['2026-02-30T24:00:00Z', 'invalid timestamp'],
    ['2026-01-01T25:00:00Z', 'invalid timestamp'],
    ['2026-01-01T23:60:00Z', 'invalid timestamp'],
    ['1969-12-31T23:59:59Z', 'timestamp out of range'],
    ['0001-01-01T00:00:00Z', 'invalid timestamp'],
    ['2200-01-01T00:00:00Z', 'timestamp out of range'],
    ['31/12/2026 23:59:59', 'unexpected timestamp format'],
    ['1767225600', 'unexpected timestamp format'],
    ['', 'empty timestamp'],
  ])('rejects %j: %s', (text, reason) => {
    expect(read(text)).toBe(reason);
  });

  it('interprets a time without offset in the given zone; an explicit offset has priority', () => {
    expect(read('2026-07-01 12:00:00', { zone: 'Europe/Madrid' })).toBe('2026-07-01T10:00:00.000Z');
    expect(read('2026-07-01T12:00:00Z', { zone: 'Europe/Madrid' })).toBe('2026-07-01T12:00:00.000Z');
  });

  it('resolves the repeated hour as configured, and rejects the skipped hour', () => {
    const zone = 'Europe/Madrid';
    expect(read('2026-10-25 02:30:00', { zone })).toBe('2026-10-25T00:30:00.000Z');
    expect(read('2026-10-25 02:30:00', { zone, repeatedHour: 'later' })).toBe('2026-10-25T01:30:00.000Z');
    expect(read('2026-10-25 02:30:00', { zone, repeatedHour: 'order' })).toBe(
      '2026-10-25T00:30:00.000Z or 2026-10-25T01:30:00.000Z'
    );
    expect(read('2026-10-25 02:30:00', { zone, repeatedHour: 'reject' })).toBe('ambiguous local time');
    expect(read('2026-03-29 02:30:00', { zone })).toBe('nonexistent local time');
  });
});

describe('timestampParser, Unix time', () => {
  it.each([
    ['epoch-s', '1767225599', '2025-12-31T23:59:59.000Z'],
    ['epoch-s', '1767225599.001', '2025-12-31T23:59:59.001Z'],
    ['epoch-s', '1767225599.9999', '2025-12-31T23:59:59.999Z'],
    ['epoch-ms', '1767225599001', '2025-12-31T23:59:59.001Z'],
    ['epoch-ms', '1767225599001.7', '2025-12-31T23:59:59.001Z'],
    ['epoch-s', '1767225599001', 'timestamp out of range'],
    ['epoch-ms', '1767225599001000', 'timestamp out of range'],
    ['epoch-ms', '1767225599', 'Unix time in seconds'],
    ['epoch-ms', '5000', '1970-01-01T00:00:05.000Z'],
    ['epoch-s', '-5', 'unexpected timestamp format'],
    ['epoch-ms', '2026-01-01', 'unexpected timestamp format'],
  ])('%s: %s is %s', (format, text, result) => {
    expect(read(text, { format })).toBe(result);
  });
});

it.each([
  [
    'dd/MM/yyyy HH:mm',
    '31/12/2026 24:00',
    'hour 24, with which some programs mean the end of the day and others its start; write 2027-01-01 00:00 or 2026-12-31 00:00',
  ],
  ['epoch-s', '1767225599001', 'is after the year 2199; for milliseconds, use --time-format epoch-ms'],
  ['epoch-s', '1767225599001000', 'if these are microseconds, divide them by 1,000 and use --time-format epoch-ms'],
  [
    'epoch-ms',
    '1767225599001000000',
    'if these are nanoseconds, divide them by 1,000,000 and use --time-format epoch-ms',
  ],
  ['epoch-ms', '1767225599', 'would be in 1970 in milliseconds; for seconds, use --time-format epoch-s'],
])('%s: the error of %s says what to do: %s', (format, text, advice) => {
  const error = timestampParser({ format, zone: 'UTC', repeatedHour: 'reject' })(text);
  expect(error).toMatchObject({ detail: expect.stringContaining(advice) });
});

describe('timestampParser, patterns', () => {
  it.each([
    ['dd/MM/yyyy HH:mm:ss', '31/12/2026 23:59:59', '2026-12-31T22:59:59.000Z'],
    ['d/M/yyyy H:mm', '1/2/2026 7:05', '2026-02-01T06:05:00.000Z'],
    ['d/M/yyyy H:mm', '01/12/2026 17:05', '2026-12-01T16:05:00.000Z'],
    ['dd-MM-yy HH:mm:ss.SSS', '31-12-26 23:59:59.123', '2026-12-31T22:59:59.123Z'],
    ['dd-MM-yy HH:mm:ss,S', '31-12-26 23:59:59,5', '2026-12-31T22:59:59.500Z'],
    ['MM/dd/yyyy hh:mm:ss a', '12/31/2026 12:00:00 AM', '2026-12-30T23:00:00.000Z'],
    ['MM/dd/yyyy hh:mm:ss a', '12/31/2026 12:00:00 p.m.', '2026-12-31T11:00:00.000Z'],
    ["yyyy-MM-dd'T'HH:mm:ssX", '2026-12-31T23:59:59-06:00', '2027-01-01T05:59:59.000Z'],
    ['yyyyMMddHHmmss', '20261231235959', '2026-12-31T22:59:59.000Z'],
    ['dd.MM.yyyy', '31.12.2026', '2026-12-30T23:00:00.000Z'],
    ['MM/dd/yyyy hh:mm a', '12/31/2026 13:00 PM', 'invalid timestamp'],
    ['dd/MM/yyyy HH:mm:ss', '12/31/2026 23:59:59', 'invalid timestamp'],
    ['dd/MM/yyyy HH:mm:ss', '31-12-2026 23:59:59', 'unexpected timestamp format'],
    ['dd/MM/yyyy HH:mm:ss', '31/12/2026 23:59:59 and more', 'unexpected timestamp format'],
    ['dd.MM.yyyy', '31x12x2026', 'unexpected timestamp format'],
  ])('%s reads %s as %s (Madrid)', (format, text, result) => {
    expect(read(text, { format, zone: 'Europe/Madrid' })).toBe(result);
  });

  it.each([
    ['HH:mm', 'lacks yyyy, MM, dd'],
    ['dd/MM/yyyy hh:mm', 'lacks a (AM/PM'],
    ['dd/mm/yyyy HH:mm', 'lacks MM'],
    ['dd/MM/yyyy HH:MM', 'has the month twice'],
  ])('rejects the pattern %s: it %s', (format, message) => {
    expect(() => read('', { format })).toThrow(message);
  });
});
