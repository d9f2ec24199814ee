import { median } from '../quantiles';
import { alarmKey, type Alert } from './alert';
import { groupBy } from './groupBy';

/** The level at which the alerts of a rule on a tag began: a proposal for a limit that nobody has set. */
export interface ProposedLimit {
  readonly device: string;
  readonly tag: string;
  readonly rule: string;
  /** The median of the values at start. */
  readonly value: number;
  /** `rising` if the values then rose above the one at start; undefined if they did not change, are not known, or did both. */
  readonly direction: 'rising' | 'falling' | undefined;
  /** How many alerts it is from; at least one. */
  readonly alerts: number;
}

/**
 * Proposes limits by the readings at which alerts began (`valorInicio`). Such a reading is the first one beyond the limit of its rule,
 * so that half of the alerts would begin later with the proposal: it is a level to start from, not the limit of the rule.
 * @param alerts of any devices and tags; those without a tag or a value at start do not count
 * @returns one for each device, tag and rule, that of the most alerts first
 */
export function proposedLimits(alerts: readonly Alert[]): ProposedLimit[] {
  const usable = alerts.filter(({ tag, startValue }) => tag !== '' && startValue !== undefined);
  return [...groupBy(usable, alarmKey).values()]
    .map((group): ProposedLimit => {
      const [{ device, tag, rule }] = group;
      const value = median(group.flatMap(({ startValue }) => startValue ?? []));
      return { device, tag, rule, value, direction: findDirection(group), alerts: group.length };
    })
    .sort((a, b) => b.alerts - a.alerts);
}

function findDirection(alerts: readonly Alert[]): ProposedLimit['direction'] {
  const signs = new Set(
    alerts.map(({ startValue, peakValue }) =>
      startValue === undefined || peakValue === undefined ? 0 : Math.sign(peakValue - startValue)
    )
  );
  if (signs.has(1) === signs.has(-1)) {
    return undefined;
  }
  return signs.has(1) ? 'rising' : 'falling';
}
