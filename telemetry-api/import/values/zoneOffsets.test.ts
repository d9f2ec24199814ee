import { Temporal } from 'temporal-polyfill';
import { zoneOffsets } from './zoneOffsets.ts';

const iso = (instants: number[]) => instants.map((epochMs) => new Date(epochMs).toISOString());

describe('zoneOffsets', () => {
  it.each([
    ['Europe/Madrid', '2026-07-01T12:00', ['2026-07-01T10:00:00.000Z']],
    ['Europe/Madrid', '2026-03-29T01:59', ['2026-03-29T00:59:00.000Z']],
    ['Europe/Madrid', '2026-03-29T02:30', []],
    ['Europe/Madrid', '2026-03-29T03:00', ['2026-03-29T01:00:00.000Z']],
    ['Europe/Madrid', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['Europe/Madrid', '2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
    ['America/Santiago', '2026-09-06T00:30', []],
    ['America/Santiago', '2026-04-04T23:30', ['2026-04-05T02:30:00.000Z', '2026-04-05T03:30:00.000Z']],
    ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['Asia/Kathmandu', '2026-01-01T00:00', ['2025-12-31T18:15:00.000Z']],
    ['UTC', '2026-10-25T02:30', ['2026-10-25T02:30:00.000Z']],
  ])('in %s the wall time %s is %j', (zone, wall, instants) => {
    expect(iso(zoneOffsets(zone).instantsOf(Date.parse(`${wall}:00Z`)))).toEqual(instants);
  });

  it.each(['Europe/Madrid', 'America/Mexico_City', 'America/Santiago', 'Pacific/Apia', 'Africa/Casablanca'])(
    'agrees with Temporal through 20 years of %s, in any order of queries',
    (zone) => {
      const offsets = zoneOffsets(zone);
      const dayMs = 86_400_000;
      for (let step = 0; step < 3000; step += 1) {
        const epochMs = Date.UTC(2010, 0, 1) + ((step * 7919) % 7300) * dayMs + ((step * 613) % 1440) * 60_000;
        const zoned = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
        const wallMs = epochMs + zoned.offsetNanoseconds / 1e6;
        expect(offsets.offsetAt(epochMs)).toBe(zoned.offsetNanoseconds / 1e6);
        expect(offsets.instantsOf(wallMs)).toContain(epochMs);
      }
    }
  );

  it('rejects an unknown zone by name', () => {
    expect(() => zoneOffsets('Europa/Madrid')).toThrow('"Europa/Madrid" is unknown');
  });
});
