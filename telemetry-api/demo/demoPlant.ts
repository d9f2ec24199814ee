import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Cadence, DemoDevice, DemoTag, DeviceDeclaration, SiteDeclaration, TagRow } from './plantModel.ts';
import { keyOf, whiteNoise } from './signals/random.ts';
import { quantise, type Signal } from './signals/signal.ts';
import { type SignalTable, signalTable } from './signals/signalTable.ts';
import { SITES } from './sites.ts';
import { siteSignals } from './siteSignals.ts';

/** Maximum history of a seeded plant. Counters start at its beginning, so that their values do not depend on its length. */
export const MAX_HISTORY_DAYS = 60;

/** A tag with its device. */
export interface PlantTag {
  readonly device: DemoDevice;
  readonly tag: DemoTag;
}

/**
 * All devices of the demo plant, built from their declarations.
 * @param anchorMs 00:00 UTC of the day the plant was seeded. Scenarios and random numbers count from it; the date only decides on
 * shifts, weekends, seasons and clock changes
 */
export function demoPlant(anchorMs: number): DemoDevice[] {
  return SITES.flatMap((site) => {
    const scope = { zone: site.zone, anchorMs, countersMs: anchorMs - MAX_HISTORY_DAYS * DAY_MS };
    const conditions = signalTable(site.code, siteSignals(site), scope);
    return site.devices.map((device) => {
      const signalOf = signalTable(device.code, device.machine.signals, scope, conditions);
      return buildDevice(site, device, signalOf, anchorMs);
    });
  });
}

export function tagsOf(devices: readonly DemoDevice[]): PlantTag[] {
  return devices.flatMap((device) => device.tags.map((tag) => ({ device, tag })));
}

function buildDevice(
  { code: siteCode, name: siteName, zone }: SiteDeclaration,
  { code, name, area, machine, isRetired = false, untilHours = Infinity, loggers = {} }: DeviceDeclaration,
  signalOf: SignalTable,
  anchorMs: number
): DemoDevice {
  function buildTag([key, tagName, unit, kind, resolution, cadence, input, noise = 0]: TagRow): DemoTag {
    const sensor = `${code} ${key}`;
    const exact = signalOf(input, sensor);
    const noiseOf = whiteNoise(sensor, anchorMs);
    const logger = loggers[key] ?? {};
    const stuckMs = anchorMs + (logger.stuckFromHours ?? Infinity) * HOUR_MS;
    const signal: Signal = (nowMs) => {
      const epochMs = Math.min(nowMs, stuckMs);
      return quantise(noise === 0 ? exact(epochMs) : exact(epochMs) * (1 + noise * noiseOf(epochMs)), resolution);
    };
    return {
      ...{ key, name: tagName, unit, kind, signal },
      cadence: buildCadence(logger.cadence ?? cadence, sensor, signal, signalOf),
      fromMs: anchorMs + (logger.fromHours ?? -Infinity) * HOUR_MS,
      untilMs: anchorMs + (logger.untilHours ?? untilHours) * HOUR_MS,
    };
  }

  return {
    site: { code: siteCode, name: siteName, zone },
    ...{ area, code, name, kind: machine.kind, active: !isRetired },
    tags: machine.tags.map(buildTag),
    gaps: signalOf(machine.gaps ?? 0, `${code} gaps`),
  };
}

const STEADY_MS = {
  '1s': SECOND_MS,
  '10s': 10 * SECOND_MS,
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
};

function buildCadence(declared: TagRow[5], sensor: string, signal: Signal, signalOf: SignalTable): Cadence {
  if (declared === 'on change') {
    const isDue = (epochMs: number) => epochMs % HOUR_MS === 0 || signal(epochMs) !== signal(epochMs - MINUTE_MS);
    return { everyMs: MINUTE_MS, phaseMs: 0, isDue };
  }
  if (typeof declared !== 'string') {
    const isDense = signalOf(declared.denseDuring, sensor);
    const isDue = (epochMs: number) => epochMs % (5 * MINUTE_MS) === 0 || isDense(epochMs) !== 0;
    return { everyMs: 2 * SECOND_MS, phaseMs: 0, isDue };
  }
  const everyMs = STEADY_MS[declared];
  // A whole second within the minute, or within the interval if that is shorter.
  const seconds = keyOf(sensor) % (Math.min(everyMs, MINUTE_MS) / SECOND_MS);
  return { everyMs, phaseMs: seconds * SECOND_MS };
}
