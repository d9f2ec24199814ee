import { PLANT_CSV, type TestImports, useTestImports } from '../../test/support/testImports.ts';

let imports: TestImports;

useTestImports((opened) => (imports = opened));

describe('import devices', () => {
  it('creates sites, areas, devices and tags; importing the file again changes nothing', async () => {
    const first = await imports.devices(PLANT_CSV);
    expect(first).toEqual({
      outcome: 'complete',
      report: [
        '1  new devices',
        '0  changed devices',
        '0  unchanged devices',
        '2  new tags',
        '0  changed tags',
        '0  unchanged tags',
        '0  rejected rows',
      ],
    });
    const second = await imports.devices(PLANT_CSV);
    expect(second.report.slice(0, 6)).toEqual([
      '0  new devices',
      '0  changed devices',
      '1  unchanged devices',
      '0  new tags',
      '0  changed tags',
      '2  unchanged tags',
    ]);
  });

  it('accepts the field names of the API and a response of GET /v1/dispositivos', async () => {
    await imports.devices(PLANT_CSV);
    const response = {
      codigo: 'CMP-1',
      nombre: 'Compresor nuevo',
      tipo: 'compresor',
      sede: 'ZAZ',
      area: 'Servicios',
      conexion: 'en_linea',
      ultimoContacto: null,
      tags: [
        { clave: 'presion', nombre: 'Presión', unidad: 'bar', tipo: 'medida' },
        { clave: 'caudal', nombre: 'Caudal', unidad: 'm³/h', tipo: 'medida' },
      ],
    };
    const { report } = await imports.devices(`${JSON.stringify(response)}\n`);
    expect(report.slice(1, 5)).toEqual([
      '1  changed devices',
      '0  unchanged devices',
      '1  new tags',
      '0  changed tags',
    ]);
    expect(
      await imports.query(
        `SELECT d.name, count(*)::int AS tags FROM device d JOIN tag t ON t.device_id = d.id GROUP BY 1`
      )
    ).toEqual([{ name: 'Compresor nuevo', tags: 3 }]);
  });

  it('keeps stored values for empty cells and missing columns', async () => {
    await imports.devices(PLANT_CSV);
    await imports.devices('dispositivo;activo;clave;unidad\nCMP-1;no;presion;\n');
    expect(
      await imports.query(
        'SELECT d.name, d.active, t.unit FROM device d JOIN tag t ON t.device_id = d.id ORDER BY t.key'
      )
    ).toEqual([
      { name: 'Compresor', active: false, unit: 'kW' },
      { name: 'Compresor', active: false, unit: 'bar' },
    ]);
  });

  it('rejects a new device without a site, a new site without a zone, and an unknown zone; imports the other rows', async () => {
    const { outcome, report } = await imports.devices(`site;site_zone;device;tag
;;A;t
S1;;B;t
S2;Europa/Madrid;C;t
S3;Europe/Madrid;D;t
`);
    expect(outcome).toBe('rejections');
    expect(report.filter((line) => line.startsWith('file:'))).toEqual([
      'file:2: device "A" is new and its row has no site; fill in the column site, or add --site CODE',
      'file:3: site "S1" is new; give its time zone in a column site_zone, or with --site-zone Europe/Madrid',
      'file:4: site_zone: the time zone "Europa/Madrid" is unknown; use an IANA name such as Europe/Madrid or UTC',
    ]);
    expect(await imports.query('SELECT code FROM device')).toEqual([{ code: 'D' }]);
  });

  it.each(['device', 'site', 'site_name', 'area', 'name', 'type', 'tag', 'tag_name', 'unit', 'tag_type'])(
    'rejects a row whose %s cannot be stored, and imports the other rows',
    async (field) => {
      const row = { device: 'A', site: 'S', site_zone: 'UTC', tag: 't' };
      for (const [value, detail] of [
        ['a\u0000', 'contains U+0000'],
        ['a\nb', 'contains U+000A'],
        ['\u{1d54f}'.repeat(4096), 'has 8192 characters'],
      ]) {
        const rows = [
          { ...row, [field]: value },
          { ...row, device: 'B' },
        ];
        const { report } = await imports.devices(rows.map((it) => `${JSON.stringify(it)}\n`).join(''));
        expect(report).toContain('1  rejected rows');
        const [rejected] = report.filter((line) => line.startsWith(`file:1: ${field} "`));
        expect(rejected).toContain(detail);
        expect(await imports.query('SELECT code FROM device')).toEqual([{ code: 'B' }]);
        await imports.clear();
      }
    }
  );

  it('rejects a device whose array has a tag that cannot be stored', async () => {
    const device = (code: string, clave: string) =>
      `${JSON.stringify({ codigo: code, sede: 'S', tags: [{ clave, nombre: 'n', unidad: 'u', tipo: 't' }] })}\n`;
    const { report } = await imports.devices(device('A', 'x\u0000') + device('B', 'x'), { siteZone: 'UTC' });
    expect(report.find((line) => line.startsWith('file:1: tags: key "x\\u0000" contains U+0000'))).toBeDefined();
    expect(await imports.query('SELECT code FROM device')).toEqual([{ code: 'B' }]);
  });

  it('rejects a word that is not yes or no', async () => {
    const { report } = await imports.devices('device,site,site_zone,active\nA,S,UTC,constructor\nB,S,UTC,yes\n');
    expect(report).toContain('file:2: active "constructor" must be yes or no');
    expect(await imports.query('SELECT code FROM device')).toEqual([{ code: 'B' }]);
  });
});
