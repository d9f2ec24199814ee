import type { AlertEntry, Severity } from '../../store/alerts/alerts.ts';
import { cellText } from '../values/cellText.ts';
import type { Field } from '../file/columns.ts';
import { nameUuid } from '../values/nameUuid.ts';
import { isNoValue } from '../values/noValue.ts';
import { isEventColumn, readEventWord } from './eventWord.ts';
import type { JournalEvent } from './journal.ts';
import { parseNumber } from '../values/parseNumber.ts';
import { type RowError, quoted } from '../values/importErrors.ts';
import type { RawRow } from '../file/rawRow.ts';
import { storedTextError } from '../values/storedText.ts';
import { isBeyondTime, reachedEnd } from './reachedEnd.ts';

/** One alert of a file. Its device and tag have not been looked up yet. */
export interface ParsedAlert extends Omit<AlertEntry, 'tagId'> {
  readonly device: string;
  readonly tag: string;
}

/** One row of an alarm journal. Its device and tag have not been looked up yet. */
export interface ParsedEvent extends Omit<JournalEvent, 'tagId' | 'row'> {
  readonly device: string;
  readonly tag: string;
}

/** What all alerts of a file have, if it has no column for it. */
export interface AlertConstants {
  readonly severity?: string;
  readonly startValue?: string;
}

const field = (name: string, required: boolean, ...aliases: string[]): Field => ({ name, aliases, required });

/** The columns of an alerts file, in the order that `alertRow` expects: English names, and the API's field names as aliases. */
export function alertFields({ severity, startValue }: AlertConstants): Field[] {
  return [
    field('device', true, 'dispositivo', 'codigo'),
    field('tag', true, 'clave', 'variable'),
    field('rule', true, 'regla', 'alarm', 'alarma'),
    {
      ...field('severity', true, 'severidad'),
      constant: severity,
      withoutColumn: 'if all alerts have the same, add --severity info, advertencia or critica',
    },
    {
      ...field('started', true, 'inicio', 'start'),
      insteadOf: ['time', 'event'],
      withoutColumn:
        'a journal, whose rows are RAISED and CLEARED, needs columns for time (timestamp, ts, datetime, fecha, zeit) and event (event, state, status …)',
    },
    {
      ...field('start_value', true, 'valorInicio', 'value', 'valor'),
      constant: startValue,
      withoutColumn: 'if the file has none, add --start-value 1 for all alerts',
    },
    field('opened', false, 'abiertaEn', 'abierta'),
    field('acknowledged', false, 'reconocidaEn', 'reconocida'),
    field('ended', false, 'fin', 'end'),
    field('peak_value', false, 'valorPico', 'peak', 'pico'),
    field('id', false, 'uuid'),
    field(
      'time',
      false,
      'timestamp',
      'ts',
      'datetime',
      'date/time',
      'event time',
      'alarm time',
      'fecha',
      'fecha_hora',
      'fecha y hora',
      'zeit',
      'zeitstempel',
      'datum/zeit',
      'heure'
    ),
    { ...field('event', false), isColumn: isEventColumn },
  ];
}

/** The fields whose texts are stored. */
const NAMES: ReadonlySet<string> = new Set(['device', 'tag', 'rule']);

const SEVERITIES: ReadonlyMap<string, Severity> = new Map(
  Object.entries({
    ...{ info: 'info', informacion: 'info', información: 'info' },
    ...{ advertencia: 'warning', aviso: 'warning', warning: 'warning' },
    ...{ critica: 'critical', crítica: 'critical', critical: 'critical' },
  })
);
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface AlertRowOptions {
  readonly fields: readonly Field[];
  readonly decimalComma: boolean;
  readonly parseTimestamp: (text: string) => number | RowError;
  readonly now: () => number;
  /** Called for each alert whose end is none: see `reachedEnd`. */
  readonly onUnreachedEnd: () => void;
}

type Texts = Record<'device' | 'tag' | 'rule' | 'severity' | 'started' | 'start_value' | 'peak_value' | 'id', string> &
  TimeTexts &
  Record<'time' | 'event', string>;

/** Returns a parser of rows whose cells are in the order of `alertFields`: of alerts, or of events if the file has them and no ends of alerts. */
export function alertRow({ fields, decimalComma, parseTimestamp, now, onUnreachedEnd }: AlertRowOptions) {
  const at = (name: string) => fields.findIndex((one) => one.name === name);
  const [eventAt, ...endsAt] = ['event', 'opened', 'acknowledged', 'ended'].map(at);
  return (row: RawRow): ParsedAlert | ParsedEvent | RowError => {
    const isEvent = row.cells[eventAt!] !== undefined && endsAt.every((index) => row.cells[index] === undefined);
    const texts: Partial<Record<string, string>> = {};
    for (const [index, { name, required, constant }] of fields.entries()) {
      const given = row.cells[index] ?? constant;
      const cell = cellText(name === 'event' && typeof given === 'boolean' ? String(given) : given, name);
      if (typeof cell !== 'string') {
        return cell;
      }
      const text = !NAMES.has(name) && isNoValue(cell) ? '' : cell;
      if (text === '' && required && (!isEvent || NAMES.has(name))) {
        return emptyField(name);
      }
      texts[name] = text;
    }
    const ruleError = storedTextError(texts.rule!, 'rule');
    return ruleError ?? (isEvent ? readEvent(texts as Texts) : readAlert(texts as Texts));
  };

  function readEvent({
    device,
    tag,
    rule,
    severity,
    started,
    time,
    event: word,
    ...values
  }: Texts): ParsedEvent | RowError {
    const event = readEventWord(word);
    if (event === undefined) {
      return word === ''
        ? emptyField('event')
        : {
            reason: 'unknown event',
            detail: `event ${quoted(word)} is unknown; use RAISED, CLEARED or ACK, also active and inactive, on and off, come and gone`,
          };
    }
    const epochMs = time === '' && started === '' ? emptyField('time') : parseTimestamp(time || started);
    if (typeof epochMs !== 'number') {
      return epochMs;
    }
    return {
      ...{ device, tag, rule, epochMs, ...event },
      id: alertId(device, tag, rule, epochMs),
      severity: severity === '' ? emptyField('severity') : readSeverity(severity),
      ...readValues(values),
    };
  }

  function readAlert({ device, tag, rule, severity: severityText, id, ...texts }: Texts): ParsedAlert | RowError {
    const severity = readSeverity(severityText);
    if (typeof severity !== 'string') {
      return severity;
    }
    if (id !== '' && !UUID_PATTERN.test(id)) {
      return {
        reason: 'id is not a UUID',
        detail: `id ${quoted(id)} is not a UUID; leave it empty to derive one from the row`,
      };
    }
    const { started, opened, acknowledged, ended } = texts;
    const times = readTimes({ started, opened, acknowledged, ended }, parseTimestamp, now());
    if ('reason' in times) {
      return times;
    }
    const { startValue, peakValue } = readValues(texts);
    if (typeof startValue !== 'number') {
      return startValue;
    }
    if (typeof peakValue !== 'number') {
      return peakValue;
    }
    if (ended !== '' && times.endedMs === null) {
      onUnreachedEnd();
    }
    return {
      ...{ device, tag, rule, severity, startValue, peakValue },
      ...times,
      // Without an id, derive one that is the same when the file is imported again.
      id: id === '' ? alertId(device, tag, rule, times.startedMs) : id.toLowerCase(),
    };
  }

  function readValues({ start_value: start, peak_value: peak }: Pick<Texts, 'start_value' | 'peak_value'>) {
    const startValue =
      start === '' ? emptyField('start_value') : withField('start_value', parseNumber(start, decimalComma));
    const peakValue = peak === '' ? startValue : withField('peak_value', parseNumber(peak, decimalComma));
    return { startValue, peakValue };
  }
}

function alertId(device: string, tag: string, rule: string, startedMs: number): string {
  return nameUuid(JSON.stringify([device, tag, rule, startedMs]));
}

function emptyField(name: string): RowError {
  return { reason: `empty ${name}`, detail: `${name} is empty` };
}

function readSeverity(text: string): Severity | RowError {
  return (
    SEVERITIES.get(text.toLowerCase()) ?? {
      reason: 'unknown severity',
      detail: `severity ${quoted(text)} is unknown; use info, advertencia or critica (or warning, critical)`,
    }
  );
}

type Times = Pick<AlertEntry, 'startedMs' | 'openedMs' | 'acknowledgedMs' | 'endedMs'>;
type TimeTexts = Record<'started' | 'opened' | 'acknowledged' | 'ended', string>;

function readTimes(
  texts: TimeTexts,
  parseTimestamp: AlertRowOptions['parseTimestamp'],
  nowMs: number
): Times | RowError {
  const times: Partial<Record<keyof TimeTexts, number>> = {};
  for (const [name, text] of Object.entries(texts) as Array<[keyof TimeTexts, string]>) {
    if (text !== '') {
      const parsed = parseTimestamp(text);
      if (name === 'ended' && typeof parsed !== 'number' && isBeyondTime(text, parsed)) {
        continue;
      }
      const epochMs = withField(name, parsed);
      if (typeof epochMs !== 'number') {
        return epochMs;
      }
      times[name] = epochMs;
    }
  }
  const startedMs = times.started ?? 0;
  const openedMs = times.opened ?? startedMs;
  const endedMs = times.ended === undefined ? null : reachedEnd(times.ended, startedMs, nowMs);
  const conflict =
    openedMs < startedMs
      ? 'opened is before started'
      : (times.acknowledged ?? openedMs) < openedMs
        ? 'acknowledged is before opened'
        : (endedMs ?? openedMs) < openedMs
          ? 'ended is before opened'
          : undefined;
  return conflict === undefined
    ? { startedMs, openedMs, acknowledgedMs: times.acknowledged ?? null, endedMs }
    : {
        reason: 'times out of order',
        detail: `${conflict}; the order must be started, opened, then acknowledged and ended`,
      };
}

/** Prefixes an error with the name of its field, because a row has several times and values. */
function withField(name: string, parsed: number | RowError): number | RowError {
  return typeof parsed === 'number' ? parsed : { ...parsed, detail: `${name}: ${parsed.detail}` };
}
