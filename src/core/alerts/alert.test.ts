import { type Alert, compareUrgency, decodeAlertsPage } from './alert';

const ALERT = {
  id: '5d6f0a52-5f4b-4a3e-9b57-4a5f0f0d1c11',
  regla: 'High pressure',
  dispositivo: 'PUMP-1',
  tag: 'pressure',
  severidad: 'critica',
  estado: 'cerrada',
  inicio: '2026-03-02T12:00:00Z',
  abiertaEn: '2026-03-02T12:01:00+00:00',
  reconocidaEn: '2026-03-02T12:05:00Z',
  fin: '2026-03-02T14:00:00+02:00',
  valorInicio: 7.5,
  valorPico: 9,
};
const NOON = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;

function decodeOne(change: Record<string, unknown>) {
  return decodeAlertsPage({ alertas: [{ ...ALERT, ...change }] }).items[0];
}

it('decodes every field of an alert', () => {
  expect(decodeOne({})).toEqual({
    id: ALERT.id,
    rule: 'High pressure',
    device: 'PUMP-1',
    tag: 'pressure',
    severity: 'critica',
    state: 'cerrada',
    startEpochMs: NOON,
    openedEpochMs: NOON + MINUTE,
    acknowledgedEpochMs: NOON + 5 * MINUTE,
    endEpochMs: NOON,
    startValue: 7.5,
    peakValue: 9,
  });
});

it.each([[null], [undefined], ['']])('accepts %j for times and values that are not set', (missing) => {
  const alert = decodeOne({ reconocidaEn: missing, fin: missing, valorInicio: missing, valorPico: missing });
  expect(alert).toMatchObject({ acknowledgedEpochMs: undefined, endEpochMs: undefined, startValue: undefined });
});

it('rejects an alert whose end cannot be read, which would look open', () => {
  expect(() => decodeOne({ fin: 'yesterday' })).toThrow('v1/alertas.alertas[0].fin: expected an instant');
});

it.each([
  [{ inicio: null }, NOON + MINUTE, NOON + MINUTE],
  [{ abiertaEn: undefined }, NOON, NOON],
])('uses the opening time if the start is missing, and vice versa: %j', (change, startEpochMs, openedEpochMs) => {
  expect(decodeOne(change)).toMatchObject({ startEpochMs, openedEpochMs });
});

it('keeps unknown texts unchanged, and accepts missing ones', () => {
  expect(decodeOne({ severidad: 'roja', estado: 3, regla: null })).toMatchObject({
    severity: 'roja',
    state: '3',
    rule: '',
  });
});

it.each<[string, unknown, string]>([
  ['null', null, 'v1/alertas: expected an object, found null'],
  ['a page without a list', {}, 'v1/alertas.alertas: expected an array, found nothing'],
  ['an alert that is not an object', { alertas: [ALERT, 7] }, 'v1/alertas.alertas[1]: expected an object, found 7'],
  [
    'an alert without an id',
    { alertas: [{ ...ALERT, id: '' }] },
    'v1/alertas.alertas[0].id: expected a text, found ""',
  ],
  [
    'an alert without a start or an opening time',
    { alertas: [{ ...ALERT, inicio: 'x', abiertaEn: null }] },
    'v1/alertas.alertas[0].inicio: expected an instant, found "x"',
  ],
  ['an invalid cursor', { alertas: [], siguiente: [1] }, 'v1/alertas.siguiente: expected a text, found [1]'],
])('rejects %s and names the field', (_, body, message) => {
  expect(() => decodeAlertsPage(body)).toThrow(`malformed: ${message}`);
});

it('sorts the most urgent alert first', () => {
  const alerts: Alert[] = [
    { severidad: 'desconocida', reconocidaEn: null },
    { severidad: 'info', reconocidaEn: null },
    { severidad: 'warning', reconocidaEn: null },
    { severidad: 'critical' },
    { severidad: 'crítica', reconocidaEn: null },
    { severidad: 'critica', reconocidaEn: null, abiertaEn: '2026-03-02T12:02:00Z' },
  ].map((change, index) => decodeOne({ id: `${index}`, fin: null, ...change })!);
  expect([...alerts].sort(compareUrgency).map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1', '0']);
});
