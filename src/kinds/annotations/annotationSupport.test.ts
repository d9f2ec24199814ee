import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { ANNOTATION_QUERY_TYPE } from '../../grafana/query/panelContext';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createFakeClock } from '../../testSupport/testClocks';
import { createTestClient } from '../../testSupport/testClient';
import type { TelemetryQuery } from '../kinds';
import { runQuery } from '../runQuery';
import { annotationSupport } from './annotationSupport';

const support = annotationSupport(() => null);

function prepare(target: object | undefined): TelemetryQuery {
  return support.prepareQuery?.({ name: '', enable: true, iconColor: '', target } as never) as TelemetryQuery;
}

it.each([
  ['nothing', undefined, { kind: 'alerts', refId: 'Anno', state: 'all', severities: [] }],
  [
    'a filter',
    { refId: 'X', state: 'open', severities: ['critica'] },
    { kind: 'alerts', refId: 'X', state: 'open', severities: ['critica'] },
  ],
  ['a query of another kind', { kind: 'history', devices: ['P1'] }, { kind: 'alerts', refId: 'Anno', devices: ['P1'] }],
  [
    'periods',
    { kind: 'periods', devices: ['P1'], tags: ['flow'], format: 'total' },
    { kind: 'periods', refId: 'Anno', devices: ['P1'], tags: ['flow'] },
  ],
])('an annotation saved with %s becomes a query for events', (_, target, expected) => {
  expect(prepare(target)).toMatchObject({ queryType: ANNOTATION_QUERY_TYPE, ...expected });
});

it('selects all alerts by default', () => {
  expect(support.getDefaultQuery?.()).toMatchObject({ kind: 'alerts', state: 'all' });
});

it('periods are regions, whatever format was saved', async () => {
  const start = Date.UTC(2026, 2, 1);
  const hours = (count: number) => start + count * 3_600_000;
  const device = {
    code: 'P1',
    name: 'Pump 1',
    type: '',
    site: '',
    area: '',
    connection: '',
    lastContactEpochMs: undefined,
  };
  const tag = { key: 'running', name: 'Running', unit: '', type: 'estado' };
  const readings = [0, 1, 0].map((value, index) => ({ atEpochMs: hours(index + 1), value }));
  const data = {
    ...EMPTY_DATA,
    devices: [{ ...device, tags: [tag] }],
    series: [{ device: 'P1', tag: 'running', name: 'Running', unit: '', readings }],
  };
  const query = prepare({
    kind: 'periods',
    devices: ['P1'],
    tags: ['running'],
    condition: { operator: '=', value: '1', upper: '' },
    format: 'total',
  });
  const services = dataSourceServices(createTestClient(data, {}, { clock: createFakeClock(hours(24)) }));
  const request = panelRequest({ fromEpochMs: start, toEpochMs: hours(12) }, [query]);
  const response = await lastValueFrom(runQuery(request, services, (text) => [text]));
  const [frame] = response.data as DataFrame[];
  const values = (name: string) => frame!.fields.find((field) => field.name === name)?.values;
  expect([values('time'), values('timeEnd'), values('isRegion')]).toEqual([[hours(2)], [hours(3)], [true]]);
});
