import type { FieldConfig, ThresholdsConfig } from '@grafana/data';
import { LIMIT_NAMES, type TagLimits, type TagState } from '../../../core/inventory/tagProfile';
import { limitThresholds, stateConfig } from '../../../grafana/frames/tagConfig';

/** What is known about the values of a series, and where it is shown. */
export interface SeriesValues {
  readonly states: readonly TagState[];
  readonly limits: TagLimits;
  readonly unit: string;
  /** True for a panel of lines over time. */
  readonly isGraph: boolean;
}

/** The part of the configuration of a series that follows from its states and limits. */
export interface ValueConfig {
  /** Of values: averages, minima and maxima. */
  readonly valueConfig: Pick<FieldConfig, 'mappings' | 'color'>;
  /** Of values, where there are any. */
  readonly thresholdsConfig: { readonly thresholds?: ThresholdsConfig; readonly custom?: object };
  /** Of all fields, in `custom`: the axis shows the limits, whatever the values are. */
  readonly axisConfig: { readonly axisSoftMin?: number; readonly axisSoftMax?: number };
}

/**
 * Grafana draws the thresholds of the first field of an axis only, and gives fields of one unit an axis each if they differ in its
 * range. So a graph shows limits only if all series of the unit have the same: nothing would tell whose limit a line is.
 * @param series all series of the panel
 * @param ownsAxes false: the axes are shared with lines that know nothing of limits, so that they must keep their range
 * @returns one for each of the series, in their order
 */
export function valueConfigs(series: readonly SeriesValues[], ownsAxes: boolean): ValueConfig[] {
  const isShown = ({ unit, limits }: SeriesValues) => {
    const text = limitsText(limits);
    return series.every((other) => other.unit !== unit || limitsText(other.limits) === text);
  };
  return series.map((one): ValueConfig => {
    const valueConfig = one.isGraph ? stateConfig(one.states) : stateOnlyConfig(one.states);
    const thresholds = limitThresholds(one.limits, one.isGraph ? 'transparent' : 'green');
    if (thresholds === undefined || (one.isGraph && !isShown(one))) {
      return { valueConfig, thresholdsConfig: {}, axisConfig: {} };
    }
    return one.isGraph
      ? {
          valueConfig,
          thresholdsConfig: { thresholds, custom: { thresholdsStyle: { mode: 'line' } } },
          axisConfig: ownsAxes ? softRange(one.limits) : {},
        }
      : { valueConfig, thresholdsConfig: { thresholds }, axisConfig: {} };
  });
}

/** By default, a state timeline has colors by value, and no legend then. */
function stateOnlyConfig(states: readonly TagState[]): ValueConfig['valueConfig'] {
  return states.length === 0 ? {} : { ...stateConfig(states), color: { mode: 'palette-classic' } };
}

function limitsText(limits: TagLimits): string {
  return JSON.stringify(LIMIT_NAMES.map((name) => limits[name]));
}

function softRange({ lowLow, low, high, highHigh }: TagLimits): ValueConfig['axisConfig'] {
  const lowest = lowLow ?? low;
  const highest = highHigh ?? high;
  return {
    ...(lowest !== undefined && { axisSoftMin: lowest }),
    ...(highest !== undefined && { axisSoftMax: highest }),
  };
}
