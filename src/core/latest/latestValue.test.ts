import { DAY_MS, HOUR_MS } from '../time/window';
import { decodeValuesPage, NOT_LIVE_AFTER_MS, notLiveSince } from './latestValue';

const VALUE = {
  dispositivo: 'PUMP-1',
  tag: 'pressure',
  nombre: 'Discharge pressure',
  unidad: 'bar',
  valor: 7.25,
  ts: '2026-03-02T12:00:00Z',
};

it('decodes every field of a latest value', () => {
  expect(decodeValuesPage({ valores: [VALUE], siguiente: 'next' })).toEqual({
    nextCursor: 'next',
    items: [
      {
        device: 'PUMP-1',
        tag: 'pressure',
        name: 'Discharge pressure',
        unit: 'bar',
        value: 7.25,
        timeEpochMs: Date.UTC(2026, 2, 2, 12),
      },
    ],
  });
});

it.each([
  ['absent', {}],
  ['null', { nombre: null, unidad: null, valor: null, ts: null }],
  ['empty', { nombre: '', unidad: {}, valor: '', ts: '' }],
])('a value with %s fields is kept, blank', (_, fields) => {
  const { items } = decodeValuesPage({ valores: [{ dispositivo: 'A"<b>', tag: 'x,$y', ...fields }] });
  expect(items).toEqual([
    { device: 'A"<b>', tag: 'x,$y', name: 'x,$y', unit: '', value: undefined, timeEpochMs: undefined },
  ]);
});

it.each([
  ['-7.25', -7.25],
  ['0', 0],
  ['1E5', 100_000],
])('takes the text %j for the number %d', (valor, value) => {
  const { items } = decodeValuesPage({ valores: [{ ...VALUE, valor }] });
  expect(items[0]).toMatchObject({ value });
});

it.each<[string, unknown, string]>([
  ['a text', '<html>', 'v1/valores: expected an object, found "<html>"'],
  ['a page without a list', {}, 'v1/valores.valores: expected an array, found nothing'],
  [
    'a value without a device',
    { valores: [VALUE, { tag: 'x' }] },
    'v1/valores.valores[1].dispositivo: expected a text, found nothing',
  ],
  [
    'a value without a tag',
    { valores: [{ dispositivo: 'A' }] },
    'v1/valores.valores[0].tag: expected a text, found nothing',
  ],
])('rejects %s and names the field', (_, body, message) => {
  expect(() => decodeValuesPage(body)).toThrow(`malformed: ${message}`);
});

it.each([
  [{ valor: 'high' }, 'expected a number, found "high"'],
  [{ valor: ' ' }, 'expected a number, found " "'],
  [{ valor: ' 1' }, 'expected a number, found " 1"'],
  [{ valor: '0x10' }, 'expected a number, found "0x10"'],
  [{ valor: 'Infinity' }, 'expected a number, found "Infinity"'],
  [{ valor: '1e400' }, 'expected a number, found "1e400"'],
  [{ valor: true }, 'expected a number, found true'],
  [{ valor: Infinity }, 'expected a number, found null'],
  [{ ts: 'yesterday' }, 'expected an instant, found "yesterday"'],
  [{ ts: 1 }, 'expected an instant, found 1'],
])('the value %j cannot be read and says so, and the others can', (fields, problem) => {
  const { items } = decodeValuesPage({ valores: [{ ...VALUE, ...fields }, VALUE] });
  expect(items[0]).toMatchObject({ device: 'PUMP-1', value: undefined, timeEpochMs: undefined, problem });
  expect(items[1]).toMatchObject({ value: 7.25 });
});

const NOW = Date.UTC(2026, 2, 2);

it('a plant is not live since its newest reading or contact, if that is older than a week', () => {
  expect(notLiveSince([NOW - 400 * DAY_MS, undefined, NOW - 300 * DAY_MS], NOW)).toBe(NOW - 300 * DAY_MS);
});

it.each([
  ['one of them is from an hour ago', [NOW - 400 * DAY_MS, NOW - HOUR_MS]],
  ['everything broke a week ago, to the millisecond', [NOW - NOT_LIVE_AFTER_MS]],
  ['a clock is ahead', [NOW - 400 * DAY_MS, NOW + DAY_MS]],
  ['no time is known', [undefined, undefined]],
  ['there is nothing', []],
])('it is taken for live when %s', (_, times) => {
  expect(notLiveSince(times, NOW)).toBeUndefined();
});
