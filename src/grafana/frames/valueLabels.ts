import { type FieldConfig, MappingType, SpecialValueMatch, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';
import {
  ALERT_STATE_WORDS,
  CONNECTION_WORDS,
  EXPORT_STATE_WORDS,
  type ServerWords,
  SEVERITY_WORDS,
} from '../../core/serverWords';
import { alertStateTexts, connectionTexts, exportStateTexts, severityTexts } from '../../locales/valueTexts';
import { CONNECTION_COLORS, EXPORT_STATE_COLORS, GREEN, GREY, ORANGE, SEVERITY_COLORS } from '../valueColors';

/** How a value is shown. */
interface ValueLabel {
  readonly text: string;
  /** Undefined: that of other texts. */
  readonly color?: string;
}

/** How each known value of a column is shown. */
export type ValueLabels<Value extends string = string> = Readonly<Record<Value, ValueLabel>>;

/** By the server's words, like the other labels of its words. */
export function severityLabels(): ValueLabels {
  return labelWords(SEVERITY_WORDS, severityTexts(), SEVERITY_COLORS);
}

/** The configuration of a column of states of alerts, which have no color of their own: it would compete with the severity. */
export function alertStateConfig(): FieldConfig {
  return { mappings: valueMappings(Object.entries(labelWords(ALERT_STATE_WORDS, alertStateTexts()))) };
}

/** @param isLive false: being offline is no fault of a plant that is history */
export function connectionLabels(isLive: boolean): ValueLabels {
  const colors = isLive ? CONNECTION_COLORS : { ...CONNECTION_COLORS, offline: GREY };
  return labelWords(CONNECTION_WORDS, connectionTexts(), colors);
}

export function exportStateLabels(): ValueLabels {
  return labelWords(EXPORT_STATE_WORDS, exportStateTexts(), EXPORT_STATE_COLORS);
}

/** Whether a latest value is older than its query allows. `ahead`: its time is wrong, so that is not known. */
export type Freshness = 'fresh' | 'stale' | 'ahead' | 'none';

/** @param isLive false: every value of a plant that is history is old */
export function freshnessLabels(isLive = true): ValueLabels<Freshness> {
  return {
    fresh: { text: t('words.freshness.fresh', 'Current'), color: GREEN },
    stale: isLive
      ? { text: t('words.freshness.stale', 'Stale'), color: ORANGE }
      : { text: t('words.freshness.notLive', 'Not live'), color: GREY },
    ahead: { text: t('words.freshness.ahead', 'Future time'), color: ORANGE },
    none: { text: t('words.freshness.none', 'No reading'), color: GREY },
  };
}

function labelWords<Meaning extends string>(
  words: ServerWords<Meaning>,
  texts: Readonly<Record<Meaning, string>>,
  colors?: Readonly<Record<Meaning, string>>
): ValueLabels {
  const meanings = Object.keys(words) as Meaning[];
  return Object.fromEntries(
    meanings.flatMap((meaning) =>
      words[meaning].map((word) => [word, { text: texts[meaning], ...(colors && { color: colors[meaning] }) }])
    )
  );
}

/**
 * Shows the values of a column as text in their colors; the values stay as they are, for filters and thresholds.
 * @param labels in the order of a legend
 */
export function valueMappings(labels: ReadonlyArray<readonly [value: string, label: ValueLabel]>): ValueMapping[] {
  const options = labels.map(([value, label], index) => [value, { ...label, index }] as const);
  const result = { text: t('words.unknown', 'Unknown'), color: GREY };
  return [
    { type: MappingType.ValueToText, options: Object.fromEntries(options) },
    { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Null, result } },
    { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Empty, result } },
  ];
}

/**
 * The configuration of a column of labelled values: mapped, and in colored cells, on which text is readable in every theme.
 * Grafana would color a value without a mapping by the lowest threshold, which is green.
 */
export function valueMappingConfig(labels: ValueLabels): FieldConfig {
  return {
    mappings: valueMappings(Object.entries(labels)),
    color: { mode: 'fixed', fixedColor: GREY },
    custom: { cellOptions: { type: 'color-background', mode: 'basic' } },
  };
}
