import { testAlert } from '../../testSupport/testAlert';
import { type Alert, alertAt, compareUrgency, decodeAlertsPage, findPhase } from './alert';

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
  [{ inicio: '0001-01-01T00:00:00Z' }, NOON + MINUTE, NOON + MINUTE],
  [{ inicio: '1970-01-01T00:00:00Z' }, NOON + MINUTE, NOON + MINUTE],
  [{ abiertaEn: '0001-01-01T00:00:00Z' }, NOON, NOON],
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

describe('at noon, an alert that began an hour before', () => {
  const START = NOON - 60 * MINUTE;
  const at = (change: Partial<Alert>) => alertAt(testAlert('critica', START, undefined, change), NOON);

  it.each<[string, string | undefined, number | undefined]>([
    ['no end', undefined, undefined],
    ['an end in the year 9999', '9999-12-31T23:59:59Z', undefined],
    ['an end in 2099', '2099-01-01T00:00:00Z', undefined],
    ['an end in five minutes', '2026-03-02T12:05:00Z', undefined],
    ['an end now', '2026-03-02T12:00:00Z', NOON],
    ['an end five minutes ago', '2026-03-02T11:55:00Z', NOON - 5 * MINUTE],
    ['an end when it began', '2026-03-02T11:00:00Z', START],
    ['an end half an hour before it began', '2026-03-02T10:30:00Z', START],
    ['an end a day before it began', '2026-03-01T11:00:00Z', START],
    ['an end more than a day before it began', '2026-03-01T10:59:59Z', undefined],
    ['the first time of .NET', '0001-01-01T00:00:00', undefined],
    ['the first time of Windows', '1601-01-01T00:00:00Z', undefined],
    ['the first time of SQL Server', '1753-01-01', undefined],
    ['the first time of spreadsheets', '1899-12-30T00:00:00Z', undefined],
    ['the first time of Unix', '1970-01-01T00:00:00Z', undefined],
    ['the first time of Unix in Madrid', '1970-01-01T00:00:00+01:00', undefined],
    ['the second before 1970', '1969-12-31T23:59:59Z', undefined],
    ['the first time of PLCs', '1990-01-01T00:00:00Z', undefined],
    ['the last time of 32 bits', '2038-01-19T03:14:07Z', undefined],
    ['the last time of .NET', '9999-12-31T23:59:59.9999999Z', undefined],
  ])('with %s', (_, fin, endEpochMs) => {
    const sent = decodeOne({ inicio: '2026-03-02T11:00:00Z', abiertaEn: null, reconocidaEn: null, fin });
    const alert = alertAt(sent!, NOON);
    expect([alert.endEpochMs, findPhase(alert)]).toEqual([endEpochMs, endEpochMs === undefined ? 'opened' : 'ended']);
  });

  it('is acknowledged by a time that has come, not by one that stands for none', () => {
    const phase = (acknowledgedEpochMs: number) => findPhase(at({ acknowledgedEpochMs }));
    expect([NOON, START - MINUTE].map(phase)).toEqual(['acknowledged', 'acknowledged']);
    expect([NOON + MINUTE, 0, Date.UTC(9999, 11, 31)].map(phase)).toEqual(['opened', 'opened', 'opened']);
  });

  it.each<[string, Partial<Alert>, string]>([
    ['the word that its end contradicts is replaced', { state: 'cerrada', endEpochMs: NOON + 1 }, 'abierta'],
    [
      'the word of an acknowledged one, too',
      { state: 'cerrada', endEpochMs: 0, acknowledgedEpochMs: NOON },
      'reconocida',
    ],
    ['and that of one that has ended', { state: 'abierta', endEpochMs: NOON }, 'cerrada'],
    ['a word that agrees stays', { state: 'finalizada', endEpochMs: NOON }, 'finalizada'],
    ['one that only the server knows stays', { state: 'silenciada', endEpochMs: NOON + 1 }, 'silenciada'],
    ['one without an end stays', { state: 'cerrada' }, 'cerrada'],
  ])('%s', (_, change, state) => {
    expect(at(change).state).toBe(state);
  });
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
