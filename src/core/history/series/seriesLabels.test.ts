import type { Device } from '../../inventory/device';
import { legendOf } from './legend';
import { seriesLabels } from './seriesLabels';

const SERIES = { device: 'PUMP-1', tag: 'pressure' };
const DEVICE: Device = {
  code: 'PUMP-1',
  name: 'Feed pump',
  type: 'pump',
  site: 'Getafe',
  area: 'Water',
  connection: '',
  lastContactEpochMs: undefined,
  tags: [{ key: 'pressure', name: 'Pressure', unit: 'kPa', type: 'medida' }],
};

it('takes name and unit from the history, then from the inventory, and falls back to the codes', () => {
  const place = { site: 'Getafe', area: 'Water', device: 'PUMP-1', tag: 'pressure' };
  expect(seriesLabels(SERIES, DEVICE, { name: 'Discharge', unit: 'bar' })).toEqual({
    ...place,
    deviceName: 'Feed pump',
    name: 'Discharge',
    unit: 'bar',
    type: 'medida',
  });
  expect(seriesLabels(SERIES, DEVICE, { name: '', unit: '' })).toMatchObject({ name: 'Pressure', unit: 'kPa' });
  expect(seriesLabels(SERIES, undefined)).toEqual({
    site: '',
    area: '',
    device: 'PUMP-1',
    deviceName: 'PUMP-1',
    tag: 'pressure',
    name: 'pressure',
    unit: '',
    type: '',
  });
});

it.each([
  ['', 'Feed pump · Discharge'],
  ['  ', 'Feed pump · Discharge'],
  ['{{device}} {{ tag }} [{{unit}}]', 'Feed pump pressure [bar]'],
  ['{{site}}/{{area}}/{{code}}/{{name}}', 'Getafe/Water/PUMP-1/Discharge'],
  ['{{devise}} {{constructor}}', '{{devise}} {{constructor}}'],
  ['plain $& text', 'plain $& text'],
])('renders the legend template %j as %j', (template, expected) => {
  expect(legendOf(seriesLabels(SERIES, DEVICE, { name: 'Discharge', unit: 'bar' }), template)).toBe(expected);
});
