import type { Device } from './device';
import { compileFilter, EVERY_SERIES, type SeriesFilter } from './seriesFilter';

function device(code: string, site: string, area: string, type: string): Device {
  return { code, name: code, site, area, type, connection: '', lastContactEpochMs: undefined, tags: [] };
}

const DEVICES = [
  device('P1', 'Getafe', 'Water', 'pump'),
  device('P2', 'Getafe', 'Steam', 'pump'),
  device('O1', 'Toluca', 'Ovens', 'oven'),
];

async function included(filter: Partial<SeriesFilter>, devices = DEVICES): Promise<string[]> {
  const compiled = await compileFilter({ ...EVERY_SERIES, ...filter }, devices);
  if (compiled.kind === 'invalidPattern') {
    throw new Error(compiled.pattern);
  }
  const tags = ['flow', 'pressure'].filter((key) => compiled.includesTag({ key }));
  return [...devices.filter(compiled.includesDevice).map(({ code }) => code), ...tags];
}

it.each<[Partial<SeriesFilter>, string[]]>([
  [{}, ['P1', 'P2', 'O1', 'flow', 'pressure']],
  [{ sites: ['Getafe'], areas: ['Wat*'] }, ['P1', 'flow', 'pressure']],
  [{ deviceTypes: ['pump'], tags: ['flow'] }, ['P1', 'P2', 'flow']],
  [{ devices: ['/1$/'] }, ['P1', 'O1', 'flow', 'pressure']],
  [{ conditions: [{ property: 'site', values: ['Getafe'], isNegated: true }] }, ['O1', 'flow', 'pressure']],
  [
    { devices: ['P*'], conditions: [{ property: 'device', values: ['P2'], isNegated: false }] },
    ['P2', 'flow', 'pressure'],
  ],
  [{ conditions: [{ property: 'tag', values: ['p*'], isNegated: false }] }, ['P1', 'P2', 'O1', 'pressure']],
  [{ conditions: [{ property: 'type', values: ['pump', 'oven'], isNegated: true }] }, ['flow', 'pressure']],
  [{ conditions: [{ property: 'area', values: ['/o/i'], isNegated: false }] }, ['O1', 'flow', 'pressure']],
])('%j includes %j', async (filter, expected) => {
  expect(await included(filter)).toEqual(expected);
});

/** As plants may name them: each of these codes looks like a pattern that matches others. */
const ODD = ['/re.*/', 'pa(ren', '/(/', 'P*', 'P1', '*', '/./'].map((code) => device(code, '/s/', 'a*', 'pump'));

it.each<[Partial<SeriesFilter>, string[]]>([
  [{ devices: ['/re.*/'] }, ['/re.*/']],
  [{ devices: ['/(/'] }, ['/(/']],
  [{ devices: ['P*', '/./'] }, ['P*', '/./']],
  [{ sites: ['/s/'], areas: ['a*'], devices: ['P1'] }, ['P1']],
  [{ conditions: [{ property: 'device', values: ['/re.*/'], isNegated: true }], devices: ['/r/'] }, ['pa(ren']],
  // A pattern that nothing has for its name.
  [{ devices: ['/^P/'] }, ['P*', 'P1']],
  [{ devices: ['/^P[*]$/'] }, ['P*']],
  // Everything, also where a device has this code.
  [{ devices: ['*'] }, ODD.map(({ code }) => code)],
  [{ devices: [String.raw`/^\Q*\E$/`] }, ['*']],
])('%j includes the devices %j of those whose codes look like patterns', async (filter, expected) => {
  const codes = await included(filter, ODD);
  expect(codes.filter((code) => ODD.some((one) => one.code === code))).toEqual(expected);
});

it('takes the names of series that the inventory does not have for names, too', async () => {
  const filter = { ...EVERY_SERIES, devices: ['/re/'], tags: ['t*'] };
  const compiled = await compileFilter(filter, DEVICES, [{ device: '/re/', tag: 't*' }]);
  const tags = ['t*', 'tag'].filter((key) => compiled.kind === 'filter' && compiled.includesTag({ key }));
  expect(tags).toEqual(['t*']);
});

it('reports whether everything passes', async () => {
  expect(await compileFilter(EVERY_SERIES, DEVICES)).toMatchObject({ includesAll: true, filtersTags: false });
  expect(await compileFilter({ ...EVERY_SERIES, tags: ['flow'] }, DEVICES)).toMatchObject({
    includesAll: false,
    filtersTags: true,
  });
  expect(await compileFilter({ ...EVERY_SERIES, sites: ['/(/'] }, DEVICES)).toEqual({
    kind: 'invalidPattern',
    pattern: '/(/',
    problem: 'syntax',
  });
});
