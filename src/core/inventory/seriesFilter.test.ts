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

async function included(filter: Partial<SeriesFilter>): Promise<string[]> {
  const compiled = await compileFilter({ ...EVERY_SERIES, ...filter });
  if (compiled.kind === 'invalidPattern') {
    throw new Error(compiled.pattern);
  }
  const tags = ['flow', 'pressure'].filter((key) => compiled.includesTag({ key }));
  return [...DEVICES.filter(compiled.includesDevice).map(({ code }) => code), ...tags];
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

it('reports whether everything passes', async () => {
  expect(await compileFilter(EVERY_SERIES)).toMatchObject({ includesAll: true, filtersTags: false });
  expect(await compileFilter({ ...EVERY_SERIES, tags: ['flow'] })).toMatchObject({
    includesAll: false,
    filtersTags: true,
  });
  expect(await compileFilter({ ...EVERY_SERIES, sites: ['/(/'] })).toEqual({
    kind: 'invalidPattern',
    pattern: '/(/',
    problem: 'syntax',
  });
});
