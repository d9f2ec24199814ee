import type { AdHocVariableFilter } from '@grafana/data';
import { filterApplicability } from './filterApplicability';
import type { TelemetryQuery } from './kinds';

const query = (kind: string) => ({ refId: 'A', kind }) as TelemetryQuery;
const filter = (key: string, operator: string, value = 'Getafe'): AdHocVariableFilter => ({ key, operator, value });

it.each(['=', '!=', '=|', '!=|', '=~', '!~'])('a filter with %s applies', (operator) => {
  expect(filterApplicability({ filters: [filter('site', operator)] })).toEqual([{ key: 'site', applicable: true }]);
});

it.each([
  [
    'the properties that exist',
    filter('colour', '='),
    'Without effect: colour. Filter by site, area, device, type, tag.',
  ],
  [
    'the operators that exist',
    filter('site', '<'),
    'Without effect: <. Use one of the operators =, !=, =|, !=|, =~, !~.',
  ],
])('the reason of a filter without effect names %s', (_, { key, ...rest }, reason) => {
  expect(filterApplicability({ filters: [{ key, ...rest }] })).toEqual([{ key, applicable: false, reason }]);
});

it('no filter applies to a panel of exports only', () => {
  expect(filterApplicability({ filters: [filter('site', '=')], queries: [query('exports')] })).toEqual([
    { key: 'site', applicable: false, reason: 'The filters of a dashboard do not apply to exports.' },
  ]);
});

it.each(['history', 'latest', 'alerts', 'devices', 'of a newer version'])(
  'filters apply to a panel of exports with a query of the kind %s',
  (kind) => {
    const queries = [query('exports'), query(kind)];
    expect(filterApplicability({ filters: [filter('tag', '=')], queries })).toEqual([{ key: 'tag', applicable: true }]);
  }
);

it('a filter that applies is kept beside one of the same property that does not, and beside a grouping by it', () => {
  const filters = [filter('site', '='), filter('site', '<')];
  expect(filterApplicability({ filters, groupByKeys: ['site'] })).toEqual([
    { key: 'site', applicable: true },
    { key: 'site', applicable: true },
    { key: 'site', applicable: true },
  ]);
});

it('a filter of the dashboard and one of the user are told apart by their origin', () => {
  const filters = [{ ...filter('site', '<'), origin: 'dashboard' }, filter('site', '=')];
  expect(filterApplicability({ filters })).toMatchObject([
    { key: 'site', origin: 'dashboard', applicable: false },
    { key: 'site', origin: undefined, applicable: true },
  ]);
});

it('series are not grouped', () => {
  expect(filterApplicability({ groupByKeys: ['site'] })).toEqual([
    { key: 'site', applicable: false, reason: 'This data source does not group series.' },
  ]);
});

it('a filter that the user has not finished is not marked', () => {
  expect(filterApplicability({ filters: [filter('', ''), filter('colour', '')] })).toMatchObject([
    { applicable: true },
    { applicable: true },
  ]);
});

it('there may be nothing to say', () => {
  expect(filterApplicability()).toEqual([]);
});
