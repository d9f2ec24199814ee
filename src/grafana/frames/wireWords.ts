import { type FieldConfig, MappingType, SpecialValueMatch, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';
import { SEVERITY_LEVELS, type SeverityLevel } from '../../core/alerts/severity';

/** Dark enough for the white text that Grafana writes on them, in both themes. */
const RED = '#c4162a';
const ORANGE = '#a85100';
const BLUE = '#1f60c4';
const GREEN = '#2b7524';
/** For what is not known, and for words that only the server knows. */
export const GREY = '#6e6e6e';

/** How a word of the server is shown. */
interface ShownWord {
  readonly text: string;
  readonly color?: string;
}

/**
 * The words that servers are known to use, in the language of the interface. The specification leaves them open except for
 * the states of exports, so a word that is not among them is shown as it is.
 */
export type WordList = Readonly<Record<string, ShownWord>>;

export function severityWords(): WordList {
  const shown = severityLevelWords();
  return Object.fromEntries(SEVERITY_LEVELS.map(([word, level]) => [word, shown[level]]));
}

/** How the severities with a known meaning are shown. */
export function severityLevelWords(): Readonly<Record<SeverityLevel, Required<ShownWord>>> {
  return {
    info: { text: t('words.severity.info', 'Information'), color: BLUE },
    warning: { text: t('words.severity.warning', 'Warning'), color: ORANGE },
    critical: { text: t('words.severity.critical', 'Critical'), color: RED },
  };
}

export function alertStateWords(): WordList {
  const open = { text: t('words.alertState.open', 'Open'), color: RED };
  const acknowledged = { text: t('words.alertState.acknowledged', 'Acknowledged'), color: ORANGE };
  const ended = { text: t('words.alertState.ended', 'Ended'), color: GREEN };
  return {
    abierta: open,
    reconocida: acknowledged,
    cerrada: ended,
    terminada: ended,
    finalizada: ended,
  };
}

/** What the connection of a device means, whatever the server calls it. */
export type ConnectionState = 'online' | 'offline' | 'noData';

const CONNECTION_STATES: ReadonlyMap<string, ConnectionState> = new Map([
  ['en_linea', 'online'],
  ['conectado', 'online'],
  ['online', 'online'],
  ['sin_conexion', 'offline'],
  ['desconectado', 'offline'],
  ['offline', 'offline'],
  ['sin_datos', 'noData'],
]);

/** Undefined for a word that only the server knows. */
export function connectionStateOf(connection: string): ConnectionState | undefined {
  return CONNECTION_STATES.get(connection);
}

/** @param isLive false: being offline is no fault of a plant that is history */
export function connectionWords(isLive = true): WordList {
  const shown = connectionStateWords(isLive);
  return Object.fromEntries([...CONNECTION_STATES].map(([word, state]) => [word, shown[state]]));
}

export function connectionStateWords(isLive = true): Readonly<Record<ConnectionState, Required<ShownWord>>> {
  return {
    online: { text: t('words.connection.online', 'Online'), color: GREEN },
    offline: { text: t('words.connection.offline', 'Offline'), color: isLive ? RED : GREY },
    noData: { text: t('words.connection.noData', 'No data'), color: GREY },
  };
}

export function exportStateWords(): WordList {
  return {
    pendiente: { text: t('words.exportState.pending', 'Pending'), color: BLUE },
    procesando: { text: t('words.exportState.processing', 'Processing'), color: BLUE },
    lista: { text: t('words.exportState.ready', 'Ready'), color: GREEN },
    fallida: { text: t('words.exportState.failed', 'Failed'), color: RED },
    vencida: { text: t('words.exportState.expired', 'Expired'), color: GREY },
  };
}

/** Not a word of the server: whether a latest value is older than its query allows. */
export type Freshness = 'fresh' | 'stale' | 'none';

/** @param isLive false: every value of a plant that is history is old */
export function freshnessWords(isLive = true): Readonly<Record<Freshness, Required<ShownWord>>> {
  return {
    fresh: { text: t('words.freshness.fresh', 'Current'), color: GREEN },
    stale: isLive
      ? { text: t('words.freshness.stale', 'Stale'), color: ORANGE }
      : { text: t('words.freshness.notLive', 'Not live'), color: GREY },
    none: { text: t('words.freshness.none', 'No reading'), color: GREY },
  };
}

/** The word as users read it. */
export function shownWord(words: WordList, word: string): string {
  return Object.hasOwn(words, word) ? words[word]!.text : word;
}

/** Shows the words of a column as text in their colors; the values stay the server's words, for filters and thresholds. */
export function wordMappings(words: WordList): ValueMapping[] {
  const options = Object.entries(words).map(([word, { text, color }], index) => [word, { text, color, index }]);
  const result = { text: t('words.unknown', 'Unknown'), color: GREY };
  return [
    { type: MappingType.ValueToText, options: Object.fromEntries(options) },
    { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Null, result } },
    { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Empty, result } },
  ];
}

/**
 * The configuration of a column of words: mapped, and in colored cells, on which text is readable in every theme. Grafana would
 * color a word without a mapping by the lowest threshold, which is green.
 */
export function wordsConfig(words: WordList): FieldConfig {
  return {
    mappings: wordMappings(words),
    color: { mode: 'fixed', fixedColor: GREY },
    custom: { cellOptions: { type: 'color-background', mode: 'basic' } },
  };
}
