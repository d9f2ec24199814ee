import { type FieldConfig, MappingType, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';
import { SEVERITY_LEVELS, type SeverityLevel } from '../../core/alerts/severity';

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
    info: { text: t('words.severity.info', 'Information'), color: 'blue' },
    warning: { text: t('words.severity.warning', 'Warning'), color: 'orange' },
    critical: { text: t('words.severity.critical', 'Critical'), color: 'red' },
  };
}

export function alertStateWords(): WordList {
  const open = { text: t('words.alertState.open', 'Open'), color: 'red' };
  const acknowledged = { text: t('words.alertState.acknowledged', 'Acknowledged'), color: 'orange' };
  const ended = { text: t('words.alertState.ended', 'Ended'), color: 'green' };
  return {
    abierta: open,
    reconocida: acknowledged,
    cerrada: ended,
    terminada: ended,
    finalizada: ended,
  };
}

export function connectionWords(): WordList {
  const online = { text: t('words.connection.online', 'Online'), color: 'green' };
  const offline = { text: t('words.connection.offline', 'Offline'), color: 'red' };
  const noData = { text: t('words.connection.noData', 'No data'), color: '#808080' };
  return {
    en_linea: online,
    conectado: online,
    online,
    sin_conexion: offline,
    desconectado: offline,
    offline,
    sin_datos: noData,
  };
}

export function exportStateWords(): WordList {
  return {
    pendiente: { text: t('words.exportState.pending', 'Pending'), color: 'blue' },
    procesando: { text: t('words.exportState.processing', 'Processing'), color: 'blue' },
    lista: { text: t('words.exportState.ready', 'Ready'), color: 'green' },
    fallida: { text: t('words.exportState.failed', 'Failed'), color: 'red' },
    vencida: { text: t('words.exportState.expired', 'Expired'), color: 'text' },
  };
}

/** Not a word of the server: whether a latest value is older than its query allows. */
export function freshnessWords(): WordList {
  return {
    fresh: { text: t('words.freshness.fresh', 'Current'), color: 'green' },
    stale: { text: t('words.freshness.stale', 'Stale'), color: 'orange' },
    none: { text: t('words.freshness.none', 'No reading'), color: 'text' },
  };
}

/** The word as users read it. */
export function shownWord(words: WordList, word: string): string {
  return Object.hasOwn(words, word) ? words[word]!.text : word;
}

/** Shows the words of a column as text in their colors; the values stay the server's words, for filters and thresholds. */
export function wordMappings(words: WordList): ValueMapping[] {
  const options = Object.entries(words).map(([word, { text, color }], index) => [word, { text, color, index }]);
  return [{ type: MappingType.ValueToText, options: Object.fromEntries(options) }];
}

/**
 * The configuration of a column of words: mapped, and colored in tables.
 * @param cell colors the text, or the cell where a state must be seen from afar
 */
export function wordsConfig(words: WordList, cell: 'text' | 'background' = 'text'): FieldConfig {
  return { mappings: wordMappings(words), custom: { cellOptions: { type: `color-${cell}` } } };
}
