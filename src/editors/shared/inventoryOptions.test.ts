import { deviceOptions, tagOptions, propertyOptions } from './inventoryOptions';
import { compilePatterns, type TextMatcher } from '../../core/inventory/textPattern';
import { device, PLANT } from '../test/plant';

const keys = (options: Array<{ value: string }>) => options.map(({ value }) => value);

describe('deviceOptions', () => {
  it('are sorted by site and area, then by name in natural order', () => {
    const devices = [
      device('b', 'Pump 10', '', 'Bilbao', 'Air', []),
      device('a', 'Pump 9', '', 'Bilbao', 'Air', []),
      device('c', '', '', 'Ávila', '', []),
    ];
    expect(deviceOptions(devices)).toEqual([
      { value: 'c', label: 'c', group: 'Ávila' },
      { value: 'a', label: 'Pump 9 (a)', group: 'Bilbao · Air' },
      { value: 'b', label: 'Pump 10 (b)', group: 'Bilbao · Air' },
    ]);
  });
});

describe('tagOptions', () => {
  it.each([
    [['COMP-02'], ['presion']],
    [
      ['COMP-01', 'HORNO-1'],
      ['caudal', 'presion', 'temperatura'],
    ],
    [[], ['caudal', 'presion', 'temperatura']],
    [
      ['COMP-02', '$device'],
      ['caudal', 'presion', 'temperatura'],
    ],
    [['UNSEEN'], ['caudal', 'presion', 'temperatura']],
    [['UNSEEN', 'COMP-02'], ['presion']],
  ])('are those of %j', (selected, expected) => {
    expect(keys(tagOptions(PLANT, selected))).toEqual(expected);
  });

  it.each([
    [['COMP-*'], ['caudal', 'presion']],
    [['/^HORNO/'], ['temperatura']],
    [
      ['COMP-*', '$device'],
      ['caudal', 'presion', 'temperatura'],
    ],
    [['UNSEEN-*'], ['caudal', 'presion', 'temperatura']],
  ])('are those of the devices that the patterns %j match', async (selected, expected) => {
    const matches = await compilePatterns(selected.filter((value) => !value.startsWith('$')));
    expect(keys(tagOptions(PLANT, selected, matches as TextMatcher))).toEqual(expected);
  });

  it('are those of all devices until it is known what a pattern matches', () => {
    expect(keys(tagOptions(PLANT, ['COMP-*']))).toEqual(['caudal', 'presion', 'temperatura']);
  });

  it('show every unit that a key has', () => {
    const devices = [device('a', '', '', '', '', [['t', '', '°C']]), device('b', '', '', '', '', [['t', '', '°F']])];
    expect(tagOptions(devices, [])).toEqual([{ value: 't', label: 't', description: '°C, °F · 2 devices' }]);
  });
});

it.each([
  ['/re.*/', '/re.*/'],
  // Everything, another name, and a variable.
  ['*', String.raw`/^\Q*\E$/`],
  [String.raw`/^\Qa\E$/`, String.raw`/^\Q/^\E\\\QQa\E\\\QE\E\$\Q/\E$/`],
  ['5$US', String.raw`/^\Q5\E\$\QUS\E$/`],
])('the option for the name %s has the value %s, which is no pattern and no variable', (name, value) => {
  const devices = [device(name, '', name, name, '', [[name, '', '']])];
  const lists = [deviceOptions(devices), tagOptions(devices, [value]), propertyOptions(devices, 'site')];
  expect(lists.map(keys)).toEqual([[value], [value], [value]]);
});

describe('propertyOptions', () => {
  it('list each value once and no empty one', () => {
    const devices = [...PLANT, device('x', '', '', '', '', [])];
    expect(keys(propertyOptions(devices, 'site'))).toEqual(['Bilbao', 'Sevilla']);
    expect(keys(propertyOptions(devices, 'type'))).toEqual(['compresor', 'horno']);
  });
});
