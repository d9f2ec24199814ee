import type { ZoneRule } from '../../core/time/zoneRules';

/** Takes the place of `core/time/zoneRules` in the backend: the time zone database is that of the Go program. */

export function isKnownZone(zone: string): boolean {
  return host.zoneRule(0, zone) !== undefined;
}

export function zoneRuleAt(epochMs: number, zone: string): ZoneRule {
  const rule = host.zoneRule(epochMs, zone);
  if (rule === undefined) {
    throw new RangeError(`Unknown time zone: ${zone}`);
  }
  return { utcOffsetMs: rule.utcOffsetMs, nextChangeEpochMs: rule.nextChangeEpochMs ?? Infinity };
}
