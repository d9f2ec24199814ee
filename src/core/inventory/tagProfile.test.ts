import { compileTagProfiles, findStateName, findStateValue, findTagProfile, type ProfileSetting } from './tagProfile';

const LINE_STATES = [
  { value: 0, name: 'stopped' },
  { value: 1, name: 'running', color: 'green' },
];
const OTHER_STATES = [
  { value: 0, name: 'closed' },
  { value: 1, name: 'open' },
];

function setting(change: Partial<ProfileSetting>): ProfileSetting {
  return { deviceType: '', tag: '*', states: [], limits: {}, ...change };
}

async function find(settings: readonly ProfileSetting[], deviceType: string, key: string, name = key) {
  return findTagProfile(await compileTagProfiles(settings), deviceType, { key, name });
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

it('names states by the name of the tag unless a setting names them', async () => {
  const name = 'Estado (0 parada, 1 marcha)';
  const states = [
    { value: 0, name: 'parada' },
    { value: 1, name: 'marcha' },
  ];
  expect((await find([setting({ limits: { high: 1 } })], 'line', 'state', name)).states).toEqual(states);
  expect((await find([setting({ states: LINE_STATES })], 'line', 'state', name)).states).toEqual(LINE_STATES);
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
  expect(findTagProfile(profiles, 'pump', { key: '(', name: '(' }).limits).toEqual({ high: 3 });
});

it('tells tags apart that differ in one of type, key and name', async () => {
  const profiles = await compileTagProfiles([setting({ deviceType: 'a', tag: 'b', limits: { high: 1 } })]);
  const find = (type: string, key: string, name: string) => findTagProfile(profiles, type, { key, name });
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
