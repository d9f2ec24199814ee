import type { Signal } from './signals/signal.ts';
import type { Timetable } from './signals/timetable.ts';

/**
 * Terms of the demo plant.
 * - signal: the value of a sensor at any instant; a pure function of time (signals/).
 * - cadence: when the logger records the value.
 * - gaps: times without readings, because the device was not connected.
 */

/** When a tag is logged; also a pure function of time. */
export type Cadence =
  | { kind: 'steady'; everyMs: number }
  /** Checked every `scanMs`, logged on change and every `heartbeatMs`. */
  | { kind: 'onChange'; scanMs: number; heartbeatMs: number }
  /** Steady, with dense readings during bursts. */
  | { kind: 'bursts'; everyMs: number; bursts: Timetable; denseMs: number };

export interface DemoTag {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: string;
  readonly signal: Signal;
  /** Values are rounded to multiples of this. */
  readonly resolution: number;
  readonly cadence: Cadence;
  /** Start of the readings; by default the start of the history. */
  readonly fromMs?: number;
  /** End of the readings. */
  readonly untilMs?: number;
  /** Gaps of this tag alone. */
  readonly gaps?: Timetable;
}

export interface DemoDevice {
  readonly site: DemoSite;
  readonly area: string;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly active: boolean;
  readonly tags: DemoTag[];
  /** Gaps of the whole device. */
  readonly gaps?: Timetable;
}

interface DemoSite {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
}

/** Conditions shared by the machines of a site. */
export interface SiteConditions {
  readonly site: DemoSite;
  /** Production load, 0 to 1. */
  readonly load: Signal;
  /** °C in the shade */
  readonly ambient: Signal;
  readonly mains: { phaseVolts: number; hertz: number };
  /** 00:00 UTC of the day the plant was seeded; recent changes are relative to it. */
  readonly anchorMs: number;
  /** Start of the counters. */
  readonly countersMs: number;
}
