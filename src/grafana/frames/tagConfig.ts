import { type FieldConfig, MappingType, type ThresholdsConfig, ThresholdsMode, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';
import {
  findStateName,
  hasLimits,
  LIMIT_NAMES,
  type LimitName,
  type TagLimits,
  type TagProfile,
  type TagState,
  stateColor,
} from '../../core/inventory/tagProfile';
import { limitTexts } from '../../locales/limitTexts';
import { GREEN, GREY, ORANGE, RED } from '../valueColors';
import { type ValueLabels, valueMappingConfig, valueMappings } from './valueLabels';

/* How panels show what is known about the values of a tag: the names of its states, and its limits. */

/** The names of states as mappings of a field; nothing without states. */
export function stateConfig(states: readonly TagState[]): Pick<FieldConfig, 'mappings'> {
  if (states.length === 0) {
    return {};
  }
  const labels = states.map((state, index): [string, ValueLabels[string]] => {
    return [String(state.value), { text: state.name, color: stateColor(state, index) }];
  });
  return { mappings: valueMappings(labels) };
}

/** What a column of values has if all of its rows have the same states; with different ones, no mapping is true for all rows. */
export function commonStates(profiles: readonly TagProfile[]): {
  readonly config: Pick<FieldConfig, 'mappings'>;
  /** True if some rows have names that the column cannot show. */
  readonly isMixed: boolean;
} {
  const [states, ...others] = new Map(
    profiles.map((profile) => [JSON.stringify(profile.states), profile.states])
  ).values();
  return others.length === 0 ? { config: stateConfig(states ?? []), isMixed: false } : { config: {}, isMixed: true };
}

/** The name of a value; undefined if it has none. */
export function stateText({ states }: TagProfile, value: number | undefined): string | undefined {
  return value === undefined ? undefined : findStateName(states, value);
}

/** Grafana's colors, which are readable in both themes. */
const LIMIT_COLORS: Readonly<Record<LimitName, string>> = {
  lowLow: 'red',
  low: 'orange',
  high: 'orange',
  highHigh: 'red',
};

/**
 * The limits as thresholds of a field; undefined without limits.
 * @param within the color of values between the limits. With `transparent`, Grafana draws the line of a low limit in the color below
 * it, and that of a high limit in the color above it; every other color would also be that of the line of `low`.
 */
export function limitThresholds(limits: TagLimits, within: 'green' | 'transparent'): ThresholdsConfig | undefined {
  const set = LIMIT_NAMES.flatMap((name) => {
    const value = limits[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (set.length === 0) {
    return undefined;
  }
  const colorAbove = (index: number): string => {
    const below = set[index]?.name;
    const above = set[index + 1]?.name;
    if (below !== undefined && !isLow(below)) {
      return LIMIT_COLORS[below];
    }
    return above !== undefined && isLow(above) ? LIMIT_COLORS[above] : within;
  };
  return {
    mode: ThresholdsMode.Absolute,
    steps: [
      { value: -Infinity, color: colorAbove(-1) },
      ...set.map(({ value }, index) => ({ value, color: colorAbove(index) })),
    ],
  };
}

function isLow(name: LimitName): boolean {
  return name === 'low' || name === 'lowLow';
}

/** Where a value lies: beyond a limit, or within all of them. `unknown`: there are limits, but no value. */
export type LimitState = LimitName | 'within' | 'unknown';

/** As thresholds have it: beyond a low limit below it, beyond a high limit from it. Undefined without limits. */
export function limitState(limits: TagLimits, value: number | undefined): LimitState | undefined {
  if (!hasLimits(limits)) {
    return undefined;
  }
  if (value === undefined) {
    return 'unknown';
  }
  const { lowLow = -Infinity, low = -Infinity, high = Infinity, highHigh = Infinity } = limits;
  if (value < low || value < lowLow) {
    return value < lowLow ? 'lowLow' : 'low';
  }
  return value >= highHigh ? 'highHigh' : value >= high ? 'high' : 'within';
}

/** The configuration of a column of limit states. The cell of a tag without limits is empty. */
export function limitStateConfig(): FieldConfig {
  const texts = limitTexts();
  const labels: ValueLabels<LimitState> = {
    lowLow: { text: texts.lowLow, color: RED },
    low: { text: texts.low, color: ORANGE },
    within: { text: t('words.limit.within', 'Within limits'), color: GREEN },
    high: { text: texts.high, color: ORANGE },
    highHigh: { text: texts.highHigh, color: RED },
    unknown: { text: t('words.unknown', 'Unknown'), color: GREY },
  };
  const { mappings = [], ...config } = valueMappingConfig(labels);
  return { ...config, mappings: mappings.filter(isOfWords), color: { mode: 'fixed', fixedColor: 'transparent' } };
}

function isOfWords({ type }: ValueMapping): boolean {
  return type === MappingType.ValueToText;
}
