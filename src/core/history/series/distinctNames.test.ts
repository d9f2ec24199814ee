import fc from 'fast-check';
import { distinctNames, type SeriesToName } from './distinctNames';
import { legendOf, type SeriesLabels } from './seriesLabels';

function series(device: string, tag: string, change: Partial<SeriesToName & SeriesLabels> = {}): SeriesToName {
  const { template = '', refId = 'A', ...labels } = change;
  const place = { site: 'Getafe', area: 'Water', deviceName: 'Pump', name: 'Pressure', unit: 'bar' };
  return { labels: { ...place, device, tag, ...labels }, template, refId };
}

it.each<[string, SeriesToName[], string[]]>([
  ['nothing', [], []],
  ['one series', [series('P-1', 'in')], ['Pump · Pressure']],
  [
    'names that differ already',
    [series('P-1', 'in', { template: '{{tag}}' }), series('P-1', 'in', { template: '{{code}}', refId: 'B' })],
    ['in', 'P-1'],
  ],
  [
    'two devices, by their codes',
    [series('P-1', 'in'), series('P-2', 'in')],
    ['Pump · Pressure (P-1)', 'Pump · Pressure (P-2)'],
  ],
  [
    'two tags of one device, by their keys',
    [series('P-1', 'in', { template: '{{name}}' }), series('P-1', 'out', { template: '{{name}}' })],
    ['Pressure (in)', 'Pressure (out)'],
  ],
  [
    'two tags of two devices, by both',
    [series('P-1', 'in'), series('P-1', 'out'), series('P-2', 'in')],
    ['Pump · Pressure (P-1 · in)', 'Pump · Pressure (P-1 · out)', 'Pump · Pressure (P-2 · in)'],
  ],
  [
    'the same series in two queries, by their letters',
    [series('P-1', 'in'), series('P-1', 'in', { refId: 'B' })],
    ['Pump · Pressure (A)', 'Pump · Pressure (B)'],
  ],
  [
    'several series in two queries, by all of it',
    [series('P-1', 'in'), series('P-2', 'in'), series('P-1', 'in', { refId: 'B' })],
    ['Pump · Pressure (P-1 · in · A)', 'Pump · Pressure (P-2 · in · A)', 'Pump · Pressure (P-1 · in · B)'],
  ],
  [
    'a name that somebody else has by a template',
    [
      series('P-1', 'in', { template: 'Pressure' }),
      series('P-2', 'in', { template: 'Pressure' }),
      series('P-3', 'in', { template: 'Pressure (P-1)', refId: 'B' }),
    ],
    ['Pressure (P-1 · in)', 'Pressure (P-2 · in)', 'Pressure (P-1)'],
  ],
  [
    'the same series twice under one letter, by numbers',
    [series('P-1', 'in'), series('P-1', 'in')],
    ['Pump · Pressure (1)', 'Pump · Pressure (2)'],
  ],
])('%s', (_, asked, expected) => {
  expect(distinctNames(asked)).toEqual(expected);
});

it('no two names of a panel are alike, and each that a template writes once is kept', () => {
  // Few letters, and templates that look like what is put behind a name, so that names collide in every way.
  const word = fc.constantFrom('a', 'b', 'a (1)', 'a (A)', 'a (b)', 'a (a · b)', '');
  const anySeries = fc
    .tuple(word, word, word, fc.constantFrom('', '{{name}}', '{{tag}}', 'a', 'a ({{code}})', 'a (2)'), word)
    .map(([device, tag, name, template, refId]) => series(device, tag, { name, template, refId, deviceName: 'a' }));
  fc.assert(
    fc.property(fc.array(anySeries, { maxLength: 8 }), (asked) => {
      const names = distinctNames(asked);
      expect(new Set(names).size).toBe(asked.length);
      const written = asked.map(({ labels, template }) => legendOf(labels, template));
      written.forEach((name, index) => {
        expect(names[index]!.startsWith(name)).toBe(true);
        if (written.indexOf(name) === written.lastIndexOf(name)) {
          expect(names[index]).toBe(name);
        }
      });
    })
  );
});
