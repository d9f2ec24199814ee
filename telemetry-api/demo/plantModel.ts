import type { LoadPlan } from './signals/calendar.ts';
import type { Input, Signal } from './signals/signal.ts';

/**
 * Terms of the demo plant.
 * - signal: the value of a sensor at any instant; a pure function of time (signals/).
 * - machine: a type of device, declared by its signals and a table of its tags (machines/).
 * - cadence: when the logger records the value; also a pure function of time.
 * - seeding: 00:00 UTC of the day the plant was seeded; recent changes are relative to it.
 */

export interface SiteDeclaration {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly plan: LoadPlan;
  /** Annual mean in °C, and half the differences between summer and winter, and between afternoon and dawn. */
  readonly climate: {
    readonly mean: number;
    readonly season: number;
    readonly day: number;
    readonly warmestDay: number;
  };
  readonly mains: { readonly phaseVolts: number; readonly hertz: number };
  /** When the mains failed once, in hours from the seeding, and for how long; absent: never. */
  readonly outage?: { readonly fromHours: number; readonly minutes: number };
  readonly devices: readonly DeviceDeclaration[];
}

interface DeviceOptions {
  /** Out of service, and not listed. */
  readonly isRetired?: boolean;
  /** End of the readings of all tags, in hours from the seeding. */
  readonly untilHours?: number;
  /** Loggers that differ from those of the machine, by key of the tag. */
  readonly loggers?: Readonly<Record<string, Logger>>;
}

export interface DeviceDeclaration extends DeviceOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly machine: Machine;
}

export function device(
  code: string,
  name: string,
  area: string,
  machine: Machine,
  options?: DeviceOptions
): DeviceDeclaration {
  return { code, name, area, machine, ...options };
}

interface Logger {
  readonly cadence?: CadenceName;
  /** Start and end of the readings in hours from the seeding; by default the start of the history, and never. */
  readonly fromHours?: number;
  readonly untilHours?: number;
  /** Its sensor is stuck from then on: every reading is that of this moment. */
  readonly stuckFromHours?: number;
}

export interface Machine {
  readonly kind: string;
  /** Its signals by name, each built from others of the machine or of the site. */
  readonly signals: Readonly<Record<string, Input>>;
  readonly tags: readonly TagRow[];
  /** Not 0 while the device is not connected. */
  readonly gaps?: Input;
}

/** @param resolution values are rounded to multiples of it @param noise of the sensor: its standard deviation as a share of the value */
export type TagRow = readonly [
  key: string,
  name: string,
  unit: string,
  kind: 'medida' | 'consigna' | 'contador' | 'estado',
  resolution: number,
  cadence: CadenceName | { readonly denseDuring: Input },
  signal: Input,
  noise?: number,
];

export type CadenceName = '1s' | '10s' | '1m' | '5m' | '15m' | '30m' | 'on change';

export interface Cadence {
  readonly everyMs: number;
  /** Loggers are not synchronised: the first instant of each has a delay. */
  readonly phaseMs: number;
  /** Instants that are recorded; all by default. */
  readonly isDue?: (epochMs: number) => boolean;
}

/** A tag of a device, as built from the declarations. */
export interface DemoTag {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: string;
  /** Rounded to the resolution of the sensor. */
  readonly signal: Signal;
  readonly cadence: Cadence;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface DemoDevice {
  readonly site: Pick<SiteDeclaration, 'code' | 'name' | 'zone'>;
  readonly area: string;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly active: boolean;
  readonly tags: readonly DemoTag[];
  /** Not 0 while the device is not connected. */
  readonly gaps: Signal;
}

/** Calls back with each reading of a tag in [fromMs, toMs), in time order. */
export function eachReading(
  device: DemoDevice,
  { cadence: { everyMs, phaseMs, isDue }, signal, ...tag }: DemoTag,
  fromMs: number,
  toMs: number,
  onReading: (epochMs: number, value: number) => void
): void {
  const untilMs = Math.min(toMs, tag.untilMs);
  const firstMs = Math.ceil((Math.max(fromMs, tag.fromMs) - phaseMs) / everyMs) * everyMs + phaseMs;
  for (let atMs = firstMs; atMs < untilMs; atMs += everyMs) {
    if ((isDue === undefined || isDue(atMs)) && device.gaps(atMs) === 0) {
      onReading(atMs, signal(atMs));
    }
  }
}
