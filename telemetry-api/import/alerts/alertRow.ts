import type { AlertEntry, Severity } from '../../store/alerts/alerts.ts';
import { cellText } from '../values/cellText.ts';
import type { Field } from '../file/columns.ts';
import { nameUuid } from '../values/nameUuid.ts';
import { isNoValue } from '../values/noValue.ts';
import { parseNumber } from '../values/parseNumber.ts';
import { type RowError, quoted } from '../values/rowError.ts';
import type { RawRow } from '../file/rawRow.ts';
import { storedTextError } from '../values/storedText.ts';
import { isBeyondTime, reachedEnd } from './reachedEnd.ts';

/** One alert of a file. Its device and tag have not been looked up yet. */
export interface ParsedAlert extends Omit<AlertEntry, 'tagId'> {
  readonly device: string;
  readonly tag: string;
}

const field = (name: string, required: boolean, ...aliases: string[]): Field => ({ name, aliases, required });

/** The columns of an alerts file: English names, and the API's field names as aliases. */
export const ALERT_FIELDS: readonly Field[] = [
  field('device', true, 'dispositivo', 'codigo'),
  field('tag', true, 'clave', 'variable'),
  field('rule', true, 'regla', 'alarm', 'alarma'),
  field('severity', true, 'severidad'),
  field('started', true, 'inicio', 'start'),
  field('start_value', true, 'valorInicio', 'value', 'valor'),
  field('opened', false, 'abiertaEn', 'abierta'),
  field('acknowledged', false, 'reconocidaEn', 'reconocida'),
  field('ended', false, 'fin', 'end'),
  field('peak_value', false, 'valorPico', 'peak', 'pico'),
  field('id', false, 'uuid'),
];

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
  readonly decimalComma: boolean;
  readonly parseTimestamp: (text: string) => number | RowError;
  readonly now: () => number;
  /** Called for each alert whose end is none: see `reachedEnd`. */
  readonly onUnreachedEnd: () => void;
}

/** Returns a parser of rows whose cells are in the order of `ALERT_FIELDS`. */
export function alertRow({ decimalComma, parseTimestamp, now, onUnreachedEnd }: AlertRowOptions) {
  return ({ cells }: RawRow): ParsedAlert | RowError => {
    const texts: string[] = [];
    for (const [index, { name, required }] of ALERT_FIELDS.entries()) {
      const cell = cellText(cells[index], name);
      if (typeof cell !== 'string') {
        return cell;
      }
      const text = !NAMES.has(name) && isNoValue(cell) ? '' : cell;
      if (text === '' && required) {
        return { reason: `empty ${name}`, detail: `${name} is empty` };
      }
      texts.push(text);
    }
    const [device = '', tag = '', rule = '', severityText = '', ...rest] = texts;
    const [started = '', startText = '', opened = '', acknowledged = '', ended = '', peakText = '', id = ''] = rest;
    const ruleError = storedTextError(rule, 'rule');
    if (ruleError !== undefined) {
      return ruleError;
    }
    const severity = SEVERITIES.get(severityText.toLowerCase());
    if (!severity) {
      return {
        reason: 'unknown severity',
        detail: `severity ${quoted(severityText)} is unknown; use info, advertencia or critica (or warning, critical)`,
      };
    }
    if (id !== '' && !UUID_PATTERN.test(id)) {
      return {
        reason: 'id is not a UUID',
        detail: `id ${quoted(id)} is not a UUID; leave it empty to derive one from the row`,
      };
    }
    const times = readTimes({ started, opened, acknowledged, ended }, parseTimestamp, now());
    if ('reason' in times) {
      return times;
    }
    const startValue = withField('start_value', parseNumber(startText, decimalComma));
    const peakValue = peakText === '' ? startValue : withField('peak_value', parseNumber(peakText, decimalComma));
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
      id: id === '' ? nameUuid(JSON.stringify([device, tag, rule, times.startedMs])) : id.toLowerCase(),
    };
  };
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
