import { quantile } from '../quantiles';
import { DAY_MS, type EpochMs, HOUR_MS, intersect, MINUTE_MS, type TimeWindow, windowMs } from '../time/window';
import { acknowledgedAfterMs, alarmKey, type Alert } from './alert';
import { groupBy } from './groupBy';

/*
 * What ISA-18.2 and EEMUA 191 measure of an alarm system. They call an alarm what a rule watches on a tag of a device; each of its alerts is
 * one annunciation. The definitions, with the values that they recommend, are in docs/glossary.md.
 */

/** The period of both standards. */
export const ALARM_PERIOD_MS = 10 * MINUTE_MS;
/** An operator who gets more in ten minutes cannot deal with them: a flood begins. */
export const FLOOD_BEGINS_ABOVE = 10;
/** A flood ends when there are fewer in ten minutes. */
const FLOOD_ENDS_BELOW = 5;
/** More in an hour are too many. */
const BUSY_HOUR_ABOVE = 30;
/** An alarm chatters if it is opened so often within a minute. */
const CHATTERS_FROM = 3;
const CHATTER_MS = MINUTE_MS;
/** An alert that ends sooner, before anybody acknowledges it, is fleeting. */
const FLEETING_BELOW_MS = MINUTE_MS;
/** An alert that lasts longer is standing. */
const STANDING_FROM_MS = DAY_MS;
const MOST_FREQUENT = 10;

/** More alerts than the operators can deal with. */
export interface AlarmFlood extends TimeWindow {
  /** All of them; the window can hold fewer where it cuts the flood. */
  readonly alerts: readonly Alert[];
  /** True if it goes on at the end of the window. */
  readonly isOpen: boolean;
}

/** How long something took, in milliseconds. */
interface Spread {
  readonly medianMs: number;
  /** The 90th percentile. */
  readonly p90Ms: number;
}

/** Figures of the alerts that were opened in a window. Shares are from 0 to 1; undefined is what cannot be said of so few or so short. */
export interface AlarmPerformance {
  readonly opened: number;
  /** Of how many alarms they are. */
  readonly alarms: number;
  /** On average, per operator; undefined for a window without length. */
  readonly perPeriod: number | undefined;
  /** The most in any ten minutes, per operator. */
  readonly peak: number;
  /** Of the whole ten minutes of the clock: those with more alerts than begin a flood. */
  readonly busyPeriods: number | undefined;
  /** Of the whole hours of the clock: those with more than 30 alerts per operator. */
  readonly busyHours: number | undefined;
  readonly floods: readonly AlarmFlood[];
  /** The part of the window that is in a flood. */
  readonly floodTime: number | undefined;
  /** How many alarms chatter. */
  readonly chattering: number;
  /** How many alerts are fleeting. */
  readonly fleeting: number;
  /** The most alerts that were standing at the same time. */
  readonly standing: number;
  /** What the ten most frequent alarms have of all alerts; undefined where there are no more than ten. */
  readonly mostFrequent: number | undefined;
  readonly toAcknowledge: Spread | undefined;
  /** From the opening to the end. */
  readonly toEnd: Spread | undefined;
  /** How many ended before anybody acknowledged them. */
  readonly unattended: number;
}

/**
 * @param alerts those that overlap the window, and earlier ones, as they are now: a flood may have begun before it
 * @param window up to now at most: nothing is opened in the future
 * @param operators among whom the alerts are divided, at least one
 */
export function alarmPerformance(alerts: readonly Alert[], window: TimeWindow, operators: number): AlarmPerformance {
  const ordered = [...alerts].sort((a, b) => a.openedEpochMs - b.openedEpochMs);
  const opened = ordered.filter((alert) => isOpenedIn(alert, window));
  const floods = alarmFloods(ordered, window, operators);
  const lengthMs = windowMs(window);
  const alarms = [...groupBy(opened, alarmKey).values()];
  return {
    opened: opened.length,
    alarms: alarms.length,
    perPeriod: lengthMs === 0 ? undefined : opened.length / operators / (lengthMs / ALARM_PERIOD_MS),
    peak: mostOpenedWithin(opened, ALARM_PERIOD_MS) / operators,
    busyPeriods: busyShare(opened, window, ALARM_PERIOD_MS, FLOOD_BEGINS_ABOVE * operators),
    busyHours: busyShare(opened, window, HOUR_MS, BUSY_HOUR_ABOVE * operators),
    floods,
    floodTime: lengthMs === 0 ? undefined : sum(floods.map((flood) => windowMs(intersect(flood, window)!))) / lengthMs,
    chattering: alarms.filter(chatters).length,
    fleeting: opened.filter(isFleeting).length,
    standing: mostStanding(alerts, window),
    mostFrequent: shareOfMostFrequent(alarms),
    toAcknowledge: spread(opened.flatMap((alert) => acknowledgedAfterMs(alert) ?? [])),
    toEnd: spread(opened.flatMap((alert) => endedAfterMs(alert) ?? [])),
    unattended: opened.filter(isUnattended).length,
  };
}

/**
 * The floods that overlap a window. A flood begins with the first of more than ten alerts per operator within ten minutes, and ends when there
 * are fewer than five within ten minutes.
 * @param ordered ascending by opening
 */
function alarmFloods(ordered: readonly Alert[], window: TimeWindow, operators: number): AlarmFlood[] {
  const begins = FLOOD_BEGINS_ABOVE * operators;
  const ends = FLOOD_ENDS_BELOW * operators;
  const floods: AlarmFlood[] = [];
  /** When so many alerts that they still are a flood become fewer, if no further one is opened. */
  const lullAfter = (count: number) => ordered[count - ends]!.openedEpochMs + ALARM_PERIOD_MS;
  const close = (first: number, count: number, isOpen: boolean) => {
    const flood = {
      fromEpochMs: ordered[first]!.openedEpochMs,
      toEpochMs: isOpen ? window.toEpochMs : lullAfter(count),
      alerts: ordered.slice(first, count),
      isOpen,
    };
    if (intersect(flood, window) !== undefined) {
      floods.push(flood);
    }
  };
  let firstFree = 0;
  let first: number | undefined;
  const openedBefore = ordered.filter(({ openedEpochMs }) => openedEpochMs < window.toEpochMs);
  openedBefore.forEach(({ openedEpochMs }, index) => {
    if (first !== undefined && lullAfter(index) <= openedEpochMs) {
      close(first, index, false);
      first = undefined;
      firstFree = index;
    }
    const earliest = index - begins;
    if (first === undefined && earliest >= firstFree && isWithin(ordered[earliest]!, openedEpochMs)) {
      first = earliest;
    }
  });
  if (first !== undefined) {
    close(first, openedBefore.length, lullAfter(openedBefore.length) > window.toEpochMs);
  }
  return floods;
}

function isWithin({ openedEpochMs }: Alert, untilEpochMs: EpochMs): boolean {
  return untilEpochMs - openedEpochMs < ALARM_PERIOD_MS;
}

export function isOpenedIn({ openedEpochMs }: Alert, { fromEpochMs, toEpochMs }: TimeWindow): boolean {
  return openedEpochMs >= fromEpochMs && openedEpochMs < toEpochMs;
}

/** @param alerts of one alarm, ascending by opening */
function chatters(alerts: readonly Alert[]): boolean {
  return mostOpenedWithin(alerts, CHATTER_MS) >= CHATTERS_FROM;
}

function isFleeting(alert: Alert): boolean {
  const durationMs = endedAfterMs(alert);
  return durationMs !== undefined && durationMs < FLEETING_BELOW_MS && isUnattended(alert);
}

/** True for an alert that ended before anybody acknowledged it. */
export function isUnattended({ endEpochMs, acknowledgedEpochMs }: Alert): boolean {
  return endEpochMs !== undefined && acknowledgedEpochMs === undefined;
}

/** Undefined for an alert that has not ended. Clocks can differ, so it is never negative. */
function endedAfterMs({ openedEpochMs, endEpochMs }: Alert): number | undefined {
  return endEpochMs === undefined ? undefined : Math.max(0, endEpochMs - openedEpochMs);
}

/** The most alerts that were opened within a duration. @param ordered ascending by opening */
export function mostOpenedWithin(ordered: readonly Alert[], durationMs: number): number {
  let most = 0;
  let first = 0;
  ordered.forEach(({ openedEpochMs }, index) => {
    while (openedEpochMs - ordered[first]!.openedEpochMs >= durationMs) {
      first++;
    }
    most = Math.max(most, index - first + 1);
  });
  return most;
}

/** Of the whole periods of the clock in a window, the part in which more alerts were opened; undefined where there is none. */
function busyShare(opened: readonly Alert[], window: TimeWindow, periodMs: number, above: number): number | undefined {
  const [first, end] = [Math.ceil(window.fromEpochMs / periodMs), Math.floor(window.toEpochMs / periodMs)];
  const counts = new Map<number, number>();
  for (const { openedEpochMs } of opened) {
    const period = Math.floor(openedEpochMs / periodMs);
    if (period >= first && period < end) {
      counts.set(period, (counts.get(period) ?? 0) + 1);
    }
  }
  return end > first ? [...counts.values()].filter((count) => count > above).length / (end - first) : undefined;
}

/** The most alerts of which each had been open for a day already, at any instant of a window. */
function mostStanding(alerts: readonly Alert[], window: TimeWindow): number {
  const changes = alerts.flatMap(({ openedEpochMs, endEpochMs = Infinity }) => {
    const standing = intersect({ fromEpochMs: openedEpochMs + STANDING_FROM_MS, toEpochMs: endEpochMs }, window);
    return standing === undefined
      ? []
      : [
          { at: standing.fromEpochMs, by: 1 },
          { at: standing.toEpochMs, by: -1 },
        ];
  });
  let [count, most] = [0, 0];
  // One that ends when another becomes standing is not with it.
  for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by)) {
    count += by;
    most = Math.max(most, count);
  }
  return most;
}

function shareOfMostFrequent(alarms: ReadonlyArray<readonly Alert[]>): number | undefined {
  const counts = alarms.map((alerts) => alerts.length).sort((a, b) => b - a);
  return counts.length > MOST_FREQUENT ? sum(counts.slice(0, MOST_FREQUENT)) / sum(counts) : undefined;
}

function spread(durationsMs: readonly number[]): Spread | undefined {
  const sorted = Float64Array.from(durationsMs).sort();
  return sorted.length === 0 ? undefined : { medianMs: quantile(sorted, 0.5), p90Ms: quantile(sorted, 0.9) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
