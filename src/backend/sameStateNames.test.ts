import { findStateName } from '../core/inventory/tagProfile';
import { parseStateNames } from '../core/inventory/stateNames';
import { DAY_MS, HOUR_MS } from '../core/time/window';
import { EMPTY_DATA } from '../testSupport/specServer/specData';
import { createSpecServer } from '../testSupport/specServer/specServer';
import { startTestBackend, type TestBackend } from '../testSupport/testBackend';

/** The names of states in the names of tags, in Go and in the browser: alert rules and expressions name states, too. */

const TAG_NAMES = [
  'Estado (0 parada, 1 marcha, 2 atasco, 3 cambio de formato)',
  'Estado de la línea [0=área; 1=ñu]',
  'Motor (M1) (0 off / 1 on)',
  'Motor 2: mando 0=off, 1=on',
  'Насос (0 стоп, 1 пуск)',
  'ポンプ (0 停止, 1 運転)',
  'Señal (0 °C, 1 mA)',
  'Turno 12:30, 14:45',
  'Caudal (0 ½, 1 ¼)',
  'Bomba 2',
  'Estado {0=off, 1=on}',
  'Estado <0->off, 1->on>',
  'Motor 0x0=off 0x1=on',
  'Motor (0 off y 1 on)',
  'Estado (0=off, 1=on, other=fault)',
  'Estado 16#0=off; 1=on; 2=trip',
];

const START = Date.UTC(2026, 2, 28);
const TAGS = TAG_NAMES.map((name, index) => ({ key: `tag${index}`, name, unit: '', type: 'estado' }));

let backend: TestBackend;

beforeAll(async () => {
  const device = { code: 'LIN-1', name: 'Line 1', type: 'linea', site: 'S', area: 'A', connection: 'conectado' };
  const server = createSpecServer({
    ...EMPTY_DATA,
    devices: [{ ...device, lastContactEpochMs: START, tags: TAGS }],
    series: TAGS.map(({ key, name, unit }) => ({
      device: 'LIN-1',
      tag: key,
      name,
      unit,
      readings: [0, 1].map((value) => ({ atEpochMs: START + value * HOUR_MS, value })),
    })),
  });
  backend = await startTestBackend(server);
}, 600_000);

afterAll(() => backend.close());

async function ask(
  query: object
): Promise<{ readonly error?: string; readonly columns: ReadonlyMap<string, unknown[]> }> {
  const model = { version: 2, kind: 'periods', devices: ['LIN-1'], hold: 'none', ...query };
  const { frames, error } = await backend.query(model, { fromEpochMs: START, toEpochMs: START + DAY_MS });
  const { schema, data } = frames[0] ?? {};
  const columns = new Map((schema?.fields ?? []).map(({ name }, index) => [name, [...(data?.values[index] ?? [])]]));
  return { columns, ...(error !== undefined && { error }) };
}

it.each(TAGS.map(({ name, key }) => [name, key]))('%s', async (name, key) => {
  const { states } = parseStateNames(name);
  const { columns } = await ask({ tags: [key], format: 'states' });
  expect(columns.get('state')).toEqual([0, 1].map((value) => findStateName(states, value) ?? String(value)));
});

it('a condition names a state', async () => {
  const { columns, error } = await ask({
    tags: ['tag0'],
    format: 'total',
    condition: { operator: '=', value: 'parada', upper: '' },
  });
  expect(error).toBeUndefined();
  expect(columns.get('duration')).toEqual([HOUR_MS / 1000]);
});
