import type { Signal } from './signals/signal.ts';
import type { Timetable } from './signals/timetable.ts';

/**
 * Vocabulary of the demo plant.
 * - signal: what a sensor would show at any instant; a pure function of time (signals/).
 * - cadence: at which instants the logger keeps what the sensor shows.
 * - silence: instants that were lost on the way: no contact with the device.
 */

/** At which instants a tag is logged. All are pure functions of time too. */
export type Cadence =
  | { kind: 'steady'; everyMs: number }
  /** Looked at every `scanMs`, kept when it changed and every `heartbeatMs`. */
  | { kind: 'onChange'; scanMs: number; heartbeatMs: number }
  /** Steady, and dense while something happens. */
  | { kind: 'bursts'; everyMs: number; bursts: Timetable; denseMs: number };

export interface DemoTag {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: string;
  readonly signal: Signal;
  /** The sensor shows multiples of it. */
  readonly resolution: number;
  readonly cadence: Cadence;
  /** First reading not before; the start of the history unless told. */
  readonly fromMs?: number;
  /** No reading from then on. */
  readonly untilMs?: number;
  /** Gaps of this tag alone. */
  readonly silence?: Timetable;
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
  readonly silence?: Timetable;
}

interface DemoSite {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
}

/** What the machines of a site have in common. */
export interface SiteConditions {
  readonly site: DemoSite;
  /** How hard the site works, 0 to 1. */
  readonly load: Signal;
  /** °C in the shade */
  readonly ambient: Signal;
  readonly mains: { phaseVolts: number; hertz: number };
  /** 00:00 UTC of the day the plant was seeded: what ended or began lately is placed from here. */
  readonly anchorMs: number;
  /** Counters are added up from here. */
  readonly countersMs: number;
}
