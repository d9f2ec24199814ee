import { unlistedDevice } from './device';
import { distinctDevices, nameWithCode } from './distinctDevices';

function device(code: string, name: string, site = '', area = '') {
  return { ...unlistedDevice(code), name, site, area };
}

const namesOf = (...devices: ReadonlyArray<ReturnType<typeof device>>) =>
  distinctDevices(devices).map(({ name }) => name);

test.each<[string, ReadonlyArray<ReturnType<typeof device>>, readonly string[]]>([
  [
    'a name that one device has stays, also beside others that are alike',
    [device('P-1', 'Pump', 'Getafe'), device('P-2', 'Pump', 'Toledo'), device('P-3', 'Fan', 'Getafe')],
    ['Pump · Getafe', 'Pump · Toledo', 'Fan'],
  ],
  [
    'the area tells devices of a site apart',
    [device('P-1', 'Pump', 'Getafe', 'Air'), device('P-2', 'Pump', 'Getafe', 'Water')],
    ['Pump · Air', 'Pump · Water'],
  ],
  [
    'both are needed where each is the same for some',
    [
      device('P-1', 'Pump', 'Getafe', 'Air'),
      device('P-2', 'Pump', 'Getafe', 'Water'),
      device('P-3', 'Pump', 'Toledo', 'Air'),
    ],
    ['Pump · Getafe · Air', 'Pump · Getafe · Water', 'Pump · Toledo · Air'],
  ],
  [
    'the code tells apart what has the same site and area',
    [device('P-1', 'Pump', 'Getafe', 'Air'), device('P-2', 'Pump', 'Getafe', 'Air')],
    ['Pump (P-1)', 'Pump (P-2)'],
  ],
  [
    'a site that is not known says nothing',
    [device('P-1', 'Pump', 'Getafe'), device('P-2', 'Pump')],
    ['Pump (P-1)', 'Pump (P-2)'],
  ],
  [
    'a device without a name is called by its code, which another one may have for a name',
    [device('P-2', 'P-2', 'Getafe'), device('P-1', 'P-2', 'Toledo')],
    ['P-2 · Getafe', 'P-2 · Toledo'],
  ],
  [
    'the name of another device is none of them',
    [device('P-1', 'Pump', 'Getafe'), device('P-2', 'Pump', 'Toledo'), device('P-3', 'Pump · Getafe')],
    ['Pump (P-1)', 'Pump (P-2)', 'Pump · Getafe'],
  ],
])('%s', (_, devices, names) => {
  expect(namesOf(...devices)).toEqual(names);
});

test('changes nothing else of a device', () => {
  const devices = [device('P-1', 'Pump', 'Getafe'), device('P-2', 'Pump', 'Toledo')];
  expect(distinctDevices(devices)).toEqual(devices.map((one) => ({ ...one, name: `Pump · ${one.site}` })));
});

test.each([
  ['P-1', 'Pump', 'Pump (P-1)'],
  ['P-1', 'P-1', 'P-1'],
  ['P-1', '', 'P-1'],
  ['P-1', 'Pump (P-1)', 'Pump (P-1)'],
])('with its code %s, the name “%s” is “%s”', (code, name, text) => {
  expect(nameWithCode({ code, name })).toBe(text);
});
