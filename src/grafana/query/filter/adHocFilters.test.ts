import { readFileSync } from 'node:fs';
import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../../testSupport/panelRequest';
import { EMPTY_DATA } from '../../../testSupport/specServer/specData';
import { createTestClient } from '../../../testSupport/testClient';
import { parseAdHocFilters } from './adHocFilters';
import { runQuery } from '../../../kinds/runQuery';

it.each([
  [
    { operator: '=', value: 'Getafe' },
    { values: ['Getafe'], isNegated: false },
  ],
  [
    { operator: '!=', value: 'Getafe' },
    { values: ['Getafe'], isNegated: true },
  ],
  [
    { operator: '=|', value: 'A', values: ['A', 'B'] },
    { values: ['A', 'B'], isNegated: false },
  ],
  [
    { operator: '!=|', value: 'A', values: ['A', 'B'] },
    { values: ['A', 'B'], isNegated: true },
  ],
  // Names that look like patterns.
  [
    { operator: '=', value: 'a*' },
    { values: [String.raw`/^\Qa*\E$/`], isNegated: false },
  ],
  [
    { operator: '!=|', value: '/re.*/', values: ['/re.*/', 'B'] },
    { values: [String.raw`/^\Q/re.*/\E$/`, 'B'], isNegated: true },
  ],
  [
    { operator: '=~', value: '^G' },
    { values: ['/^G/'], isNegated: false },
  ],
  [
    { operator: '!~', value: '^G' },
    { values: ['/^G/'], isNegated: true },
  ],
])('applies %j', (filter, condition) => {
  const { conditions, ignored } = parseAdHocFilters([{ key: 'site', ...filter }]);
  expect({ conditions, ignored }).toEqual({ conditions: [{ property: 'site', ...condition }], ignored: [] });
});

it('names the filters that have no effect in a notice', async () => {
  const filters = [
    { key: 'site', operator: '<', value: 'Getafe' },
    { key: 'colour', operator: '=', value: 'red' },
    { key: 'site', operator: '!=', value: 'Toluca' },
  ];
  const request = panelRequest({ fromEpochMs: 0, toEpochMs: 1 }, [{ kind: 'devices' }], { filters });
  const services = dataSourceServices(createTestClient(EMPTY_DATA));
  const { data, errors } = await lastValueFrom(runQuery(request, services, (text) => [text]));
  expect(errors).toBeUndefined();
  expect((data as DataFrame[])[0]?.meta?.notices?.map(({ text }) => text)).toContain(
    'Filters without effect: site < Getafe, colour = red. Filter by site, area, device, type, tag, with one of the operators =, !=, =|, !=|, =~, !~.'
  );
});

it('tells Grafana to offer “One of”', () => {
  expect(JSON.parse(readFileSync('src/plugin.json', 'utf8'))).toMatchObject({ multiValueFilterOperators: true });
});
