import { decodeDevicesPage } from './device';

const DEVICE = {
  codigo: 'PUMP-1',
  nombre: 'Feed pump',
  tipo: 'bomba',
  sede: 'Getafe',
  area: 'Water',
  conexion: 'en_linea',
  ultimoContacto: '2026-03-02T12:00:00Z',
  tags: [{ clave: 'pressure', nombre: 'Discharge pressure', unidad: 'bar', tipo: 'analogica' }],
};

it('decodes every field of a device and its tags', () => {
  expect(decodeDevicesPage({ dispositivos: [DEVICE], siguiente: 'next' })).toEqual({
    nextCursor: 'next',
    items: [
      {
        code: 'PUMP-1',
        name: 'Feed pump',
        type: 'bomba',
        site: 'Getafe',
        area: 'Water',
        connection: 'en_linea',
        lastContactEpochMs: Date.UTC(2026, 2, 2, 12),
        tags: [{ key: 'pressure', name: 'Discharge pressure', unit: 'bar', type: 'analogica' }],
      },
    ],
  });
});

it('accepts missing display fields: the name defaults to the code, the tags to an empty list', () => {
  expect(decodeDevicesPage({ dispositivos: [{ codigo: 12 }, { codigo: 'B', tags: [{ clave: 'k' }] }] }).items).toEqual([
    { code: '12', name: '12', type: '', site: '', area: '', connection: '', lastContactEpochMs: undefined, tags: [] },
    expect.objectContaining({ code: 'B', tags: [{ key: 'k', name: 'k', unit: '', type: '' }] }),
  ]);
});

it.each<[string, unknown, string]>([
  ['a text', 'x', 'v1/dispositivos: expected an object, found "x"'],
  ['a page without a list', { dispositivos: null }, 'v1/dispositivos.dispositivos: expected an array, found null'],
  [
    'a device without a code',
    { dispositivos: [{}] },
    'v1/dispositivos.dispositivos[0].codigo: expected a text, found nothing',
  ],
  [
    'tags of the wrong type',
    { dispositivos: [DEVICE, { codigo: 'B', tags: 'none' }] },
    'v1/dispositivos.dispositivos[1].tags: expected an array, found "none"',
  ],
  [
    'a tag without a key',
    { dispositivos: [{ codigo: 'B', tags: [{ clave: 'k' }, { clave: null }] }] },
    'v1/dispositivos.dispositivos[0].tags[1].clave: expected a text, found null',
  ],
])('rejects %s and names the field', (_, body, message) => {
  expect(() => decodeDevicesPage(body)).toThrow(`malformed: ${message}`);
});

it('a last contact that cannot be read does not cost the inventory', () => {
  const { items } = decodeDevicesPage({ dispositivos: [{ ...DEVICE, ultimoContacto: 'yesterday' }] });
  expect(items).toMatchObject([{ code: 'PUMP-1', lastContactEpochMs: undefined }]);
});
