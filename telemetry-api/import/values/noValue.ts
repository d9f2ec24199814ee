import { plainText } from './plainText.ts';

/** What historians, databases, spreadsheets and languages write where they have no value; as `plainText` has them, without brackets. */
const WORDS: ReadonlySet<string> = new Set([
  ...['na', 'n/a', 'n.a.', 'n.a', 'nd', 'n/d', 'n.d.', 'nv', 'n/v', 'n.v.', 'k.a.', 'k. a.', 's/d', 's.d.'],
  ...['null', 'nul', 'nil', '\\n', 'nat', 'none', 'undefined', 'empty', 'missing', 'unknown', 'invalid', 'unavailable'],
  ...['no data', 'nodata', 'no value', 'novalue', 'no reading', 'no sample', 'no result', 'no good data'],
  ...['not available', 'not measured', 'not valid', 'not connected', 'not connect', 'no connection'],
  ...['bad', 'timeout', 'time out', 'i/o timeout', 'io timeout', 'comm fail', 'comm failure', 'comm error'],
  ...['communication failure', 'communication error', 'no comm', 'no communication', 'no signal'],
  ...['sin comunicacion', 'fallo de comunicacion', 'error de comunicacion', 'sin senal', 'sin conexion'],
  ...['kein signal', 'keine verbindung', 'kommunikationsfehler', 'pas de signal', 'pas de communication'],
  ...['pt created', 'point created', 'calc failed', 'calc fail', 'calc off', 'scan off', 'intf shut', 'arc off line'],
  ...['sin dato', 'sin datos', 'sin valor', 'no disponible', 'no valido', 'invalido', 'vacio', 'nulo', 'desconocido'],
  ...['kein wert', 'keine daten', 'keine angabe', 'nicht verfugbar', 'ungultig', 'leer', 'unbekannt'],
  ...['pas de donnees', 'pas de valeur', 'non disponible', 'indisponible', 'invalide', 'vide', 'inconnu'],
  ...['sem dados', 'sem valor', 'indisponivel', 'nessun dato', 'non disponibile', 'geen data', 'brak danych'],
  ...['#n/a', '#na', '#n/v', '#nv', '#n/d', '#nd', '#null', '#nan', '#getting data'],
]);
/** `1.#QNAN` and `-nan(ind)` are what C writes. */
const NOT_A_NUMBER = /^[+-]?(?:\d[.,]#(?:ind|[qs]?nan)\d*|[qs]?nan(?:\(\w*\))?)$/;
/** `[-11059] No Good Data For Calculation` */
const HISTORIAN_ERROR = /^\[-\d+\]/;
const MARKS_ALONE = /^(?:[-–—_.?*~/ ]+|#{2,})$/;
/** `#VALUE!`, `#DIV/0!`, `#¿NOMBRE?` */
const SPREADSHEET_ERROR = /^#[¡¿]?[a-z][a-z/0 ]*[!?]$/;
/** Qualities of OPC in the place of the value: `BadNoData`, and `Bad, Comm Failure` in plain text. */
const OPC_UA_NAME = /^Bad_?[A-Z][A-Za-z]+$/;
const BAD = /^bad[ ,]+(?:not? ?)?(?:input|data|value|quality|comm|sensor|device|config|connected|wait|last known)/;

/**
 * Whether a text stands for no value, as an empty cell does.
 * @param text in any case, with or without spaces around it
 */
export function isNoValue(text: string): boolean {
  const plain = plainText(text).replace(/^[<([{](.*)[>)\]}]$/, '$1');
  return (
    plain === '' ||
    WORDS.has(plain) ||
    MARKS_ALONE.test(plain) ||
    NOT_A_NUMBER.test(plain) ||
    SPREADSHEET_ERROR.test(plain) ||
    HISTORIAN_ERROR.test(text.trim()) ||
    BAD.test(plain) ||
    OPC_UA_NAME.test(text.trim())
  );
}
