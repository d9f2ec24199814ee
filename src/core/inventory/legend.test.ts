import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import type { Device } from './device';
import { distinctNames, legendName, seriesLabels, type SeriesLabels, type SeriesToName } from './legend';

function series(device: string, tag: string, change: Partial<SeriesToName & SeriesLabels> = {}): SeriesToName {
  const { template = '', refId = 'A', shift, ...labels } = change;
  const place = { site: 'Getafe', area: 'Water', deviceName: 'Pump', deviceType: '' };
  const names = { name: 'Pressure', fullName: '', unit: 'bar', type: '' };
  return { labels: { ...place, ...names, device, tag, ...labels }, template, refId, shift };
}

it.each([
  ['a template', 'x'.repeat(1001)],
  ['what it is filled with', '{{name}}'.repeat(120)],
])('a name that %s makes too long is cut, visibly', (_, template) => {
  const { labels } = series('P-1', 'in', { name: 'Pressure of the cooling water' });
  const name = legendName(labels, template);
  expect(name).toHaveLength(1001);
  expect(name.endsWith('…')).toBe(true);
});

it.each<[string, SeriesToName[], string[]]>([
  ['no series', [], []],
  ['one series', [series('P-1', 'in')], ['Pump · Pressure']],
  [
    'names that are already distinct',
    [series('P-1', 'in', { template: '{{tag}}' }), series('P-1', 'in', { template: '{{code}}', refId: 'B' })],
    ['in', 'P-1'],
  ],
  [
    'two devices: adds their codes',
    [series('P-1', 'in'), series('P-2', 'in')],
    ['Pump · Pressure (P-1)', 'Pump · Pressure (P-2)'],
  ],
  [
    'two tags of one device: adds their keys',
    [series('P-1', 'in', { template: '{{name}}' }), series('P-1', 'out', { template: '{{name}}' })],
    ['Pressure (in)', 'Pressure (out)'],
  ],
  [
    'tags of two devices: adds both',
    [series('P-1', 'in'), series('P-1', 'out'), series('P-2', 'in')],
    ['Pump · Pressure (P-1 · in)', 'Pump · Pressure (P-1 · out)', 'Pump · Pressure (P-2 · in)'],
  ],
  [
    'the same series in two queries: adds the refIds',
    [series('P-1', 'in'), series('P-1', 'in', { refId: 'B' })],
    ['Pump · Pressure (A)', 'Pump · Pressure (B)'],
  ],
  [
    'several series in two queries: adds codes, keys and refIds',
    [series('P-1', 'in'), series('P-2', 'in'), series('P-1', 'in', { refId: 'B' })],
    ['Pump · Pressure (P-1 · in · A)', 'Pump · Pressure (P-2 · in · A)', 'Pump · Pressure (P-1 · in · B)'],
  ],
  [
    'a suffixed name that equals a name from another template',
    [
      series('P-1', 'in', { template: 'Pressure' }),
      series('P-2', 'in', { template: 'Pressure' }),
      series('P-3', 'in', { template: 'Pressure (P-1)', refId: 'B' }),
    ],
    ['Pressure (P-1 · in)', 'Pressure (P-2 · in)', 'Pressure (P-1)'],
  ],
  [
    'a series and its past: adds the shift',
    [series('P-1', 'in'), series('P-1', 'in', { refId: 'B', shift: '1 week earlier' })],
    ['Pump · Pressure', 'Pump · Pressure (1 week earlier)'],
  ],
  [
    'templates with a place for the shift',
    [
      series('P-1', 'in', { template: '{{tag}} {{shift}}' }),
      series('P-1', 'in', { template: '{{ shift }}: {{tag}}', refId: 'B', shift: '1 week earlier' }),
    ],
    ['in', '1 week earlier: in'],
  ],
  [
    'the same shift in two queries: adds the refIds',
    ['B', 'C'].map((refId) => series('P-1', 'in', { template: '{{tag}}', refId, shift: '1 day earlier' })),
    ['in (1 day earlier) (B)', 'in (1 day earlier) (C)'],
  ],
  [
    'the same series twice in one query: adds numbers',
    [series('P-1', 'in'), series('P-1', 'in')],
    ['Pump · Pressure (1)', 'Pump · Pressure (2)'],
  ],
])('%s', (_, seriesToName, expected) => {
  expect(distinctNames(seriesToName)).toEqual(expected);
});

it('makes all names of a panel distinct, and keeps a name that only one template produces', () => {
  // Few distinct words, some of which look like the suffixes, so that names collide in every possible way.
  const word = fc.constantFrom('a', 'b', 'a (1)', 'a (A)', 'a (b)', 'a (a · b)', '');
  const anySeries = fc
    .tuple(
      ...[
        word,
        word,
        word,
        fc.constantFrom('', '{{name}}', '{{tag}}', 'a', 'a ({{code}})', 'a (2)', '{{shift}}'),
        word,
      ],
      fc.option(word, { nil: undefined })
    )
    .map(([device, tag, name, template, refId, shift]) =>
      series(device, tag, { name, template, refId, shift, deviceName: 'a' })
    );
  fc.assert(
    fc.property(fc.array(anySeries, { maxLength: 8 }), (seriesToName) => {
      const names = distinctNames(seriesToName);
      expect(new Set(names).size).toBe(seriesToName.length);
      const legends = seriesToName.map(({ labels, template, ...words }) => legendName(labels, template, words));
      legends.forEach((name, index) => {
        expect(names[index]!.startsWith(name)).toBe(true);
        if (legends.indexOf(name) === legends.lastIndexOf(name)) {
          expect(names[index]).toBe(name);
        }
      });
    }),
    cases(100)
  );
});

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
    deviceType: 'pump',
    name: 'Discharge',
    fullName: 'Discharge',
    unit: 'bar',
    type: 'medida',
  });
  expect(seriesLabels(SERIES, DEVICE, { name: '', unit: '' })).toMatchObject({ name: 'Pressure', unit: 'kPa' });
  expect(seriesLabels(SERIES, undefined)).toEqual({
    site: '',
    area: '',
    device: 'PUMP-1',
    deviceName: 'PUMP-1',
    deviceType: '',
    tag: 'pressure',
    name: 'pressure',
    fullName: 'pressure',
    unit: '',
    type: '',
  });
});

it('names a tag without the names of states that are written in its name', () => {
  const fullName = 'State (0 off, 1 on)';
  expect(seriesLabels(SERIES, undefined, { name: fullName, unit: '' })).toMatchObject({ name: 'State', fullName });
});

it.each([
  ['', 'Feed pump · Discharge'],
  ['  ', 'Feed pump · Discharge'],
  ['{{device}} {{ tag }} [{{unit}}]', 'Feed pump pressure [bar]'],
  ['{{site}}/{{area}}/{{code}}/{{name}}', 'Getafe/Water/PUMP-1/Discharge'],
  ['{{devise}} {{constructor}}', '{{devise}} {{constructor}}'],
  ['plain $& text', 'plain $& text'],
])('renders the legend template %j as %j', (template, expected) => {
  expect(legendName(seriesLabels(SERIES, DEVICE, { name: 'Discharge', unit: 'bar' }), template)).toBe(expected);
});

it('the name of a measure with a unit stays as it is, and that of a state loses the list of its states', () => {
  const id = { device: 'TANK', tag: 'temp' };
  const nameOf = (name: string, unit: string) => seriesLabels(id, undefined, { name, unit }).name;
  expect(nameOf('Water temperature (1 inlet, 2 outlet)', '°C')).toBe('Water temperature (1 inlet, 2 outlet)');
  expect(nameOf('Valve (1 inlet, 2 outlet)', '')).toBe('Valve');
});
