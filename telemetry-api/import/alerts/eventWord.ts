import { stateOfWord } from '../values/states.ts';
import { plainText } from '../values/plainText.ts';

/** What a row of an alarm journal tells of its alert; what is undefined is as before. */
export interface AlertEvent {
  /** Whether the alert begins or goes on, or ends. */
  readonly isActive?: boolean;
  readonly isAcknowledged?: boolean;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Words as `plainText` has them. */
const BEGINS = wordSet(
  'raised raise active activated on come coming came in incoming set open opened start started begin new triggered occurred activa activo ' +
    'activada activado activacion entrada entrante aparece aparecida aparicion inicio gekommen kommt kommend k aktiv ein apparue apparition ' +
    'actif'
);
const ENDS = wordSet(
  'cleared clear inactive deactivated off gone going went out outgoing reset rtn normal ok resolved closed close end ended stopped ' +
    'returned inactiva inactivo desactivada desactivado desactivacion salida saliente desaparece desaparecida desaparicion fin finalizada ' +
    'gegangen geht gehend g inaktiv aus disparue disparition inactif'
);
const ACKNOWLEDGES = wordSet(
  'ack acked acknowledged acknowledge acknowledgement acknowledgment confirmed reconocida reconocido reconocimiento quittiert quittierung ' +
    'q bestatigt acquittee acquitte acquittement'
);
const NOT_ACKNOWLEDGED = wordSet('unack unacked unacknowledged unquittiert unconfirmed');
/** An alert begins, unless another word tells that it ends: `Alarm`, `Alarm off`. */
const ALERTS = new Set(['alarm', 'alm', 'alarma', 'alarme', 'alert', 'alerta', 'warning', 'fault', 'storung']);
const FILLERS = new Set(['', 'to', 'return', 'returns', 'and', 'y', 'und', 'et', 'event', 'evento', 'condition']);
const NEGATIONS = new Set(['no', 'not', 'nicht', 'non']);

/**
 * Reads an event of an alarm journal: `RAISED`, `CLEARED`, `ACK`, `gekommen`, `UNACK_RTN`, `Cleared, Acknowledged`.
 * @returns undefined if it has a word that is none
 */
export function readEventWord(text: string): AlertEvent | undefined {
  const state = readFlag(text);
  if (state !== undefined) {
    return { isActive: state };
  }
  // BACnet calls the state of an alarm so.
  const words = plainText(text)
    .replace(/off[- ]?normal/, 'alarm')
    .split(/[^\p{L}]+/u);
  const isNegated = (at: number) => NEGATIONS.has(words[at - 1] ?? '');
  let [begins, ends, alerts] = [false, false, false];
  let isAcknowledged: boolean | undefined;
  for (const [at, word] of words.entries()) {
    if (BEGINS.has(word)) {
      begins ||= !isNegated(at);
      ends ||= isNegated(at);
    } else if (ENDS.has(word) && !isNegated(at)) {
      ends = true;
    } else if (ACKNOWLEDGES.has(word)) {
      isAcknowledged = !isNegated(at);
    } else if (NOT_ACKNOWLEDGED.has(word)) {
      isAcknowledged = false;
    } else if (ALERTS.has(word)) {
      alerts = true;
    } else if (!FILLERS.has(word) && !NEGATIONS.has(word)) {
      return undefined;
    }
  }
  const isActive = begins || ends ? begins : alerts ? true : undefined;
  const isNothing = isActive === undefined && isAcknowledged !== true;
  return isNothing || (begins && ends) ? undefined : { isActive, isAcknowledged };
}

/** Whether an alert is active, where the name of the column tells that the cell means it: `1`, `false`, `yes`. */
function readFlag(text: string): boolean | undefined {
  const plain = text.trim();
  const state = plain === '1' || plain === '0' ? Number(plain) : stateOfWord(plain);
  return state === undefined ? undefined : state === 1;
}

const NAMES_OF_EVENTS =
  /^(?:event|evento|ereignis|evenement|transition|transicion|(?:alarm|event|ack)?(?:state|status|type)|(?:in)?alarm(?:active)?|active|activa|activo|aktiv|estado|zustand|etat|action|accion|aktion|tipo|typ|change|cambio)$/;

/**
 * Whether a column has the events of a journal: by its name if half of its cells are, by its cells if all of them are, and alerts not only begin.
 * @param cells those that are not empty
 */
export function isEventColumn(name: string, cells: readonly string[]): boolean {
  const events = cells.map(readEventWord).filter((event) => event !== undefined);
  return NAMES_OF_EVENTS.test(plainText(name).replace(/[^\p{L}]/gu, ''))
    ? events.length > 0 && 2 * events.length >= cells.length
    : events.length === cells.length &&
        !cells.some((cell) => /^(?:[01]|true|false|yes|no|s[ií]|ja|nein|oui|non)$/i.test(cell)) &&
        events.some(({ isActive }) => isActive) &&
        events.some(({ isActive, isAcknowledged }) => isActive === false || isAcknowledged);
}
