import type { Alert } from '../alerts/alert';
import {
  asObject,
  identityField,
  instantField,
  listField,
  malformed,
  nextCursorField,
  numberField,
  textField,
} from './fields';

export interface AlertsPage {
  readonly alerts: readonly Alert[];
  readonly nextCursor: string | undefined;
}

const WHERE = 'v1/alertas';

/**
 * Decodes the response of `GET /v1/alertas`.
 * @throws TelemetryError `malformed` naming the alert and its field
 */
export function decodeAlertsPage(body: unknown): AlertsPage {
  const page = asObject(body, WHERE);
  return {
    alerts: listField(page, 'alertas', WHERE, decodeAlert),
    nextCursor: nextCursorField(page, WHERE),
  };
}

function decodeAlert(item: unknown, where: string): Alert {
  const alert = asObject(item, where);
  const opened = instantField(alert, 'abiertaEn', where);
  const start = instantField(alert, 'inicio', where) ?? opened;
  if (start === undefined) {
    throw malformed(`${where}.inicio`, 'an instant', alert.inicio);
  }
  return {
    id: identityField(alert, 'id', where),
    rule: textField(alert, 'regla'),
    device: textField(alert, 'dispositivo'),
    tag: textField(alert, 'tag'),
    severity: textField(alert, 'severidad'),
    state: textField(alert, 'estado'),
    startEpochMs: start,
    openedEpochMs: opened ?? start,
    acknowledgedEpochMs: instantField(alert, 'reconocidaEn', where),
    endEpochMs: instantField(alert, 'fin', where),
    startValue: numberField(alert, 'valorInicio', where),
    peakValue: numberField(alert, 'valorPico', where),
  };
}
