import type { Device } from './device';
import { compareNaturally, inventoryValues } from './inventoryValues';
import { compileFilter, type CompiledFilter, EVERY_SERIES, type SeriesFilter } from './seriesFilter';

function device(code: string, name: string, site: string, area: string, type: string, ...tags: string[]): Device {
  const list = tags.map((key) => ({ key, name: key.toUpperCase(), unit: key === 'flow' ? '' : 'bar', type: '' }));
  return { code, name, site, area, type, connection: '', lastContactEpochMs: undefined, tags: list };
}

const DEVICES = [
  device('P10', 'Pump 10', 'Getafe', 'Water', 'pump', 'flow', 'pressure'),
  device('P2', 'Pump 2', 'Getafe', 'Water', 'pump', 'pressure'),
  device('O1', 'O1', 'Toluca', 'Ovens', 'oven', 'temperature'),
  device('X', 'Nowhere', '', '', '', 'flow'),
];

it.each<[Parameters<typeof inventoryValues>[1], Partial<SeriesFilter>, string[]]>([
  ['sites', {}, ['Getafe=Getafe', 'Toluca=Toluca']],
  ['areas', { sites: ['Getafe'] }, ['Water=Water']],
  ['deviceTypes', {}, ['oven=oven', 'pump=pump']],
  ['units', {}, ['bar=bar']],
  ['units', { devices: ['X'] }, []],
  ['devices', {}, ['X=Nowhere (X)', 'O1=O1', 'P2=Pump 2 (P2)', 'P10=Pump 10 (P10)']],
  ['devices', { sites: ['Getafe', 'Toluca'], deviceTypes: ['oven'] }, ['O1=O1']],
  ['devices', { sites: ['Lima'] }, []],
  ['areas', { sites: ['*'] }, ['Ovens=Ovens', 'Water=Water']],
  ['tags', {}, ['flow=FLOW', 'pressure=PRESSURE', 'temperature=TEMPERATURE']],
  ['tags', { devices: ['P2', 'O1'] }, ['pressure=PRESSURE', 'temperature=TEMPERATURE']],
  ['tags', { sites: ['Getafe'], areas: ['Water'], devices: ['O1'] }, []],
])('lists %s for %j without duplicates, in natural order', async (kind, filter, expected) => {
  const values = inventoryValues(
    DEVICES,
    kind,
    (await compileFilter({ ...EVERY_SERIES, ...filter }, DEVICES)) as CompiledFilter
  );
  expect(values.map(({ value, text }) => `${value}=${text}`)).toEqual(expected);
});

it('sorts numbers by their value, and letters whatever their case or accent', () => {
  const texts = ['pump 10', 'Zone', 'Área', 'Pump 2', 'area 1', 'pump 2'];
  expect(texts.sort(compareNaturally)).toEqual(['Área', 'area 1', 'pump 2', 'Pump 2', 'pump 10', 'Zone']);
});
