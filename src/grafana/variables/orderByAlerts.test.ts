import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import type { Alert } from '../../core/alerts/alert';
import type { Device } from '../../core/inventory/device';
import { orderByAlerts } from './orderByAlerts';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;

function device(code: string, change: Partial<Device> = {}): Device {
  return {
    code,
    name: code,
    type: '',
    site: '',
    area: '',
    connection: 'en_linea',
    lastContactEpochMs: NOON,
    tags: ['a', 'b', 'c'].map((key) => ({ key, name: key, unit: '', type: '' })),
    ...change,
  };
}

function alert(of: string, severity: string, change: Partial<Alert> = {}): Alert {
  return {
    id: '',
    rule: '',
    device: of,
    tag: 'a',
    severity,
    state: 'abierta',
    startEpochMs: NOON,
    openedEpochMs: NOON,
    acknowledgedEpochMs: undefined,
    endEpochMs: undefined,
    startValue: undefined,
    peakValue: undefined,
    ...change,
  };
}

const DEVICES = ['A', 'B', 'C', 'D'].map((code) => device(code));

function orderDevices(alerts: readonly Alert[], devices: readonly Device[] = DEVICES): string {
  const values = devices.map(({ code }) => ({ value: code, text: code }));
  return orderByAlerts(values, 'devices', devices, alerts)
    .map(({ value }) => value)
    .join('');
}

function orderTags(alerts: readonly Alert[], devices: readonly Device[]): string {
  const values = ['a', 'b', 'c'].map((key) => ({ value: key, text: key }));
  return orderByAlerts(values, 'tags', devices, alerts)
    .map(({ value }) => value)
    .join('');
}

it.each<[string, readonly Alert[], string]>([
  ['no alert', [], 'ABCD'],
  ['the most severe', [alert('B', 'info'), alert('C', 'critica'), alert('D', 'warning')], 'CDBA'],
  ['a severity that only the server knows last', [alert('B', 'roja'), alert('C', 'info')], 'CBAD'],
  [
    'what nobody has acknowledged',
    [alert('B', 'critica', { acknowledgedEpochMs: NOON, openedEpochMs: NOON + HOUR }), alert('D', 'critica')],
    'DBAC',
  ],
  ['the latest', [alert('B', 'critica'), alert('C', 'critica', { openedEpochMs: NOON + 1 })], 'CBAD'],
  ['the most urgent of several alerts', [alert('B', 'warning'), alert('D', 'info'), alert('D', 'critica')], 'DBAC'],
  ['no alert that has ended', [alert('D', 'critica', { endEpochMs: NOON + 1 })], 'ABCD'],
  ['no alert of a device that is not listed', [alert('Z', 'critica'), alert('__proto__', 'critica')], 'ABCD'],
])('devices: %s', (_, alerts, expected) => {
  expect(orderDevices(alerts)).toBe(expected);
});

it('without alerts, connected devices come before others, and of these the one with the latest contact', () => {
  const devices = [
    device('A', { connection: 'sin_conexion', lastContactEpochMs: NOON + 9 * HOUR }),
    device('B', { connection: 'maintenance' }),
    device('C', { lastContactEpochMs: undefined }),
    device('D', { lastContactEpochMs: NOON - HOUR }),
    device('E'),
  ];
  expect(orderDevices([], devices)).toBe('EDCAB');
  expect(orderDevices([alert('B', 'info')], devices)).toBe('BEDCA');
});

it('tags have the order of their own alerts', () => {
  expect(orderTags([alert('A', 'info', { tag: 'c' }), alert('A', 'critica', { tag: 'b' })], [device('A')])).toBe('bca');
  expect(orderTags([alert('B', 'critica', { tag: 'c' })], [device('A')])).toBe('abc');
  expect(orderTags([alert('A', 'critica', { tag: 'other' })], [device('A')])).toBe('abc');
});

it('a tag of several devices counts where it is worth most', () => {
  const [first, second] = [device('A'), device('B', { connection: 'sin_conexion' })];
  expect(orderTags([alert('B', 'critica', { tag: 'c' })], [first, second])).toBe('cab');
  expect(orderTags([alert('B', 'critica', { tag: 'c' }), alert('A', 'info', { tag: 'b' })], [first, second])).toBe(
    'cba'
  );
  const onlyOffline = device('B', { connection: 'sin_conexion', tags: second.tags.slice(0, 1) });
  expect(orderTags([], [onlyOffline, device('A', { tags: first.tags.slice(1) })])).toBe('bca');
});

it('keeps every value, whatever alerts there are', () => {
  const names = fc.constantFrom('A', 'B', 'C', 'Z', '', '__proto__');
  const alerts = fc.array(
    fc
      .record({ of: names, tag: fc.constantFrom('a', 'b', 'z'), severity: fc.string(), acknowledged: fc.boolean() })
      .map(({ of, tag, severity, acknowledged }) =>
        alert(of, severity, { tag, acknowledgedEpochMs: acknowledged ? NOON : undefined })
      )
  );
  fc.assert(
    fc.property(alerts, (list) => {
      expect([...orderDevices(list)].sort().join('')).toBe('ABCD');
      expect([...orderTags(list, DEVICES)].sort().join('')).toBe('abc');
    }),
    cases(100)
  );
});
