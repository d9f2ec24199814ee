import type { Tag } from './device';
import {
  compileTagProfiles,
  findMeter,
  findStateName,
  findStateValue,
  findTagProfile,
  type ProfileSetting,
} from './tagProfile';

const LINE_STATES = [
  { value: 0, name: 'stopped' },
  { value: 1, name: 'running', color: 'green' },
];
const OTHER_STATES = [
  { value: 0, name: 'closed' },
  { value: 1, name: 'open' },
];

function tag(key: string, name = key, unit = '', type = ''): Tag {
  return { key, name, unit, type };
}

function setting(change: Partial<ProfileSetting>): ProfileSetting {
  return { deviceType: '', tag: '*', states: [], limits: {}, ...change };
}

async function find(settings: readonly ProfileSetting[], deviceType: string, key: string, name = key) {
  return findTagProfile(await compileTagProfiles(settings), deviceType, tag(key, name));
}

it('takes states and limits each from the first setting that matches and has them', async () => {
  const settings = [
    setting({ deviceType: 'line', tag: 'state', states: LINE_STATES }),
    setting({ tag: 'state', states: OTHER_STATES, limits: { high: 5 } }),
    setting({ tag: 's*', limits: { low: 1, high: 9 } }),
  ];
  expect(await find(settings, 'line', 'state')).toEqual({ states: LINE_STATES, limits: { high: 5 } });
  expect(await find(settings, 'valve', 'state')).toEqual({ states: OTHER_STATES, limits: { high: 5 } });
  expect(await find(settings, 'line', 'speed')).toEqual({ states: [], limits: { low: 1, high: 9 } });
  expect(await find(settings, 'line', 'pressure')).toEqual({ states: [], limits: {} });
});

it('takes the numbers of a meter from the first setting that has one, and its replacements from all, in order of time', async () => {
  const replaced = (device: string, at: string, last: number) => ({ device, at, last, first: 0 });
  const profiles = await compileTagProfiles([
    setting({ tag: 'kwh', limits: { high: 5 } }),
    setting({
      tag: 'kwh',
      meter: { replaced: [replaced('A', '2026-03-01T10:00+02:00', 3), replaced('', '2026-01-01T00:00Z', 1)] },
    }),
    setting({
      deviceType: 'meter',
      tag: 'k*',
      meter: { maxPerHour: 7, replaced: [replaced('B', '2026-02-01T00:00Z', 2)] },
    }),
    setting({ tag: 'kwh', meter: { rolloverAt: 9999 } }),
  ]);
  const first = { atEpochMs: Date.UTC(2026, 0, 1), last: 1, first: 0 };
  expect(findMeter(profiles, 'pump', { device: 'A', tag: 'kwh' })).toEqual({
    rolloverAt: 9999,
    maxPerHour: undefined,
    replacements: [first, { atEpochMs: Date.UTC(2026, 2, 1, 8), last: 3, first: 0 }],
  });
  expect(findMeter(profiles, 'meter', { device: 'B', tag: 'kwh' })).toEqual({
    rolloverAt: undefined,
    maxPerHour: 7,
    replacements: [first, { atEpochMs: Date.UTC(2026, 1, 1), last: 2, first: 0 }],
  });
  expect(findMeter(profiles, 'pump', { device: 'A', tag: 'flow' })).toBeUndefined();
});

it('names states by the name of the tag unless a setting names them', async () => {
  const name = 'Estado (0 parada, 1 marcha)';
  const states = [
    { value: 0, name: 'parada' },
    { value: 1, name: 'marcha' },
  ];
  expect((await find([setting({ limits: { high: 1 } })], 'line', 'state', name)).states).toEqual(states);
  expect((await find([setting({ states: LINE_STATES })], 'line', 'state', name)).states).toEqual(LINE_STATES);
});

describe('the names in the name of a tag', () => {
  const NAME = 'Water temperature (1 inlet, 2 outlet)';
  const statesOf = async (unit: string, type: string, settings: readonly ProfileSetting[] = []) =>
    findTagProfile(await compileTagProfiles(settings), 'tank', tag('t', NAME, unit, type)).states;

  it.each([
    ['°C', 'medida'],
    ['%', ''],
    ['bar', 'consigna'],
    ['L/min', 'analogica'],
    ['ud', 'medida'],
    ['kWh', 'contador'],
    ['', 'contador'],
    ['-', 'totalizador'],
  ])('are no states of one with the unit %j and the type %j', async (unit, type) => {
    expect(await statesOf(unit, type)).toEqual([]);
  });

  it.each([
    ['', 'medida'],
    ['', ''],
    ['', 'estado'],
    ['-', 'medida'],
    [' – ', ''],
    ['1', 'medida'],
    ['bool', 'medida'],
    ['n/a', 'consigna'],
    ['Enum', ''],
    ['°C', 'estado'],
    ['on/off', 'digital'],
  ])('are the states of one with the unit %j and the type %j', async (unit, type) => {
    expect(await statesOf(unit, type)).toHaveLength(2);
  });

  it('follow the types that the settings call states and counters, and give way to the states of a row', async () => {
    const tagTypes = { state: ['modo'], counter: ['suma'], setPoint: [] };
    const profiles = await compileTagProfiles([], tagTypes);
    const count = (unit: string, type: string) =>
      findTagProfile(profiles, 'tank', tag('t', NAME, unit, type)).states.length;
    expect([count('°C', 'modo'), count('', 'suma'), count('°C', 'estado')]).toEqual([2, 0, 0]);
    expect(await statesOf('°C', 'medida', [setting({ tag: 't', states: LINE_STATES })])).toEqual(LINE_STATES);
  });
});

it('finds a tag of a device that the inventory does not list by the settings for every type of device', async () => {
  const settings = [setting({ deviceType: '/./', limits: { high: 1 } }), setting({ limits: { high: 2 } })];
  expect((await find(settings, '', 'pressure')).limits).toEqual({ high: 2 });
  expect((await find(settings, 'pump', 'pressure')).limits).toEqual({ high: 1 });
});

it('matches no tag with an invalid pattern, and says which one it is', async () => {
  const profiles = await compileTagProfiles([
    setting({ tag: '/(/', limits: { high: 1 } }),
    setting({ deviceType: '/[/', tag: '(', limits: { high: 2 } }),
    setting({ limits: { high: 3 } }),
  ]);
  expect(profiles.settings.map(({ invalid }) => invalid && [invalid.field, invalid.pattern.pattern])).toEqual([
    ['tag', '/(/'],
    ['deviceType', '/[/'],
    undefined,
  ]);
  expect(findTagProfile(profiles, 'pump', tag('(')).limits).toEqual({ high: 3 });
});

it('tells tags apart that differ in one of type, key and name', async () => {
  const profiles = await compileTagProfiles([setting({ deviceType: 'a', tag: 'b', limits: { high: 1 } })]);
  const find = (type: string, key: string, name: string) => findTagProfile(profiles, type, tag(key, name));
  expect(find('a', 'b', 'x').limits).toEqual({ high: 1 });
  expect(find('a', 'b', '(0 off, 1 on)').states).toHaveLength(2);
  expect(find('a', 'c', 'x').limits).toEqual({});
  expect(find('b', 'b', 'x').limits).toEqual({});
});

it.each([
  ['running', 1],
  [' RUNNING ', 1],
  ['jam', undefined],
  ['1', undefined],
])('the value of the state %j is %j', (name, value) => {
  expect(findStateValue(LINE_STATES, name)).toBe(value);
});

it.each([
  [0, 'stopped'],
  [0.5, undefined],
  [2, undefined],
])('the name of %d is %j', (value, name) => {
  expect(findStateName(LINE_STATES, value)).toBe(name);
});
