import { dateTimeFormat, type Field, type FieldConfig, FieldType, MappingType, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { LineStatistic } from '../../../core/history/points/seriesPoints';
import type { EpochMs, TimeWindow } from '../../../core/time/window';
import { GREY } from '../../../grafana/valueColors';
import { translate } from '../../../locales/translate';
import type { SeriesLoadState } from './historyRunState';

/** Undefined while it is not known when the last reading was. */
export function emptyText({ latest }: Pick<SeriesLoadState, 'latest'>, timeZone: string): string | undefined {
  if (latest === undefined || (latest !== 'none' && latest.problem !== undefined)) {
    return undefined;
  }
  const timeEpochMs = latest === 'none' ? undefined : latest.timeEpochMs;
  return timeEpochMs === undefined
    ? t('series.neverRead', 'No data in this time range. The server has no reading of this tag.')
    : translate('series.lastReading', 'No data in this time range. Last reading: {{time}}', {
        time: dateTimeFormat(timeEpochMs, { timeZone }),
      });
}

/**
 * The text in place of a null. Grafana would color it by the lowest threshold, as if something were well, and cut the beginning of a long
 * text in a column of numbers, which is aligned to the right.
 */
export function emptyConfig(text: string, style: 'text' | 'row', statistic: string): FieldConfig {
  const config: FieldConfig = { noValue: text, color: { mode: 'fixed', fixedColor: GREY } };
  if (style === 'row') {
    return { ...config, custom: { align: 'left', wrapText: true } };
  }
  return isAddedUp(statistic) ? { ...config, mappings: [anyNumberAs(text)] } : config;
}

const ADDED_UP: ReadonlySet<string> = new Set<LineStatistic>(['increase', 'n']);

/** True for what people add up. The sum of no values is 0 for Grafana, which nobody must take for consumption. */
export function isAddedUp(statistic: string): boolean {
  return ADDED_UP.has(statistic);
}

function anyNumberAs(text: string): ValueMapping {
  return { type: MappingType.RangeToText, options: { from: null, to: null, result: { text, color: GREY } } };
}

interface StateRows {
  readonly timeEpochMs: EpochMs[];
  readonly states: Array<string | null>;
}

/**
 * The rows of a text as a state.
 * @param edges of the steps of the series; undefined if it would have readings
 * @param isAlone false if the panel has series with values, whose cells are as wide as the first two points are apart
 */
export function stateRows(
  text: string,
  style: 'state' | 'cell',
  window: TimeWindow,
  edges: Float64Array | undefined,
  isAlone: boolean
): StateRows {
  const { fromEpochMs, toEpochMs } = window;
  if (style === 'state') {
    return { timeEpochMs: [fromEpochMs], states: [text] };
  }
  if (isAlone) {
    const middle = Math.round((fromEpochMs + toEpochMs) / 2);
    return { timeEpochMs: [middle, middle + toEpochMs - fromEpochMs], states: [text, null] };
  }
  const step = edges?.[Math.floor((edges.length - 1) / 2)];
  return step === undefined ? { timeEpochMs: [], states: [] } : { timeEpochMs: [step], states: [text] };
}

/** Legends list states, which it is not. */
const NOT_IN_LEGEND = { legend: true, tooltip: false, viz: false };

/** The field of a text as a state, in place of the values of a series. */
export function stateField(field: Field, states: Array<string | null>): Field<string | null> {
  const { name, labels, config } = field;
  const { displayNameFromDS, links } = config;
  return {
    name,
    type: FieldType.string,
    ...(labels && { labels }),
    config: {
      ...(displayNameFromDS !== undefined && { displayNameFromDS }),
      ...(links && { links }),
      color: { mode: 'fixed', fixedColor: GREY },
      custom: { hideFrom: NOT_IN_LEGEND },
    },
    values: states,
  };
}
