import { decodeValuesPage } from './valuesPage';

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
    values: [
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
  const { values } = decodeValuesPage({ valores: [{ dispositivo: 'A"<b>', tag: 'x,$y', ...fields }] });
  expect(values).toEqual([
    { device: 'A"<b>', tag: 'x,$y', name: 'x,$y', unit: '', value: undefined, timeEpochMs: undefined },
  ]);
});

it('takes a text that is a number for that number', () => {
  const { values } = decodeValuesPage({ valores: [{ dispositivo: 'A', tag: 'x', valor: '-7.25' }] });
  expect(values[0]?.value).toBe(-7.25);
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
  [{ valor: true }, 'expected a number, found true'],
  [{ valor: Infinity }, 'expected a number, found null'],
  [{ ts: 'yesterday' }, 'expected an instant, found "yesterday"'],
  [{ ts: 1 }, 'expected an instant, found 1'],
])('the value %j cannot be read and says so, and the others can', (fields, problem) => {
  const { values } = decodeValuesPage({ valores: [{ ...VALUE, ...fields }, VALUE] });
  expect(values[0]).toMatchObject({ device: 'PUMP-1', value: undefined, timeEpochMs: undefined, problem });
  expect(values[1]).toMatchObject({ value: 7.25 });
});
