import { type GrafanaConfig, locationUtil, textUtil } from '@grafana/data';
import fc from 'fast-check';
import { cases } from '../testSupport/fuzz';
import { normalizeQuery } from '../kinds/normalizeQuery';
import type { HistoryQuery } from '../kinds/history/historyQuery';
import { createExploreAddress, exploreUrl } from './exploreUrl';

const WINDOW = { fromEpochMs: 1_000.5, toEpochMs: 2_000 };

function createQuery(device: string): HistoryQuery {
  return normalizeQuery({ kind: 'history', refId: 'A', devices: [device], tags: ['pressure'] }) as HistoryQuery;
}

/** What Explore reads from the address after Grafana has sanitized the link and the browser has parsed it. */
function openedPanes(url: string): Record<string, { queries: Array<Record<string, unknown>> }> {
  const opened = new URL(textUtil.sanitizeUrl(url), 'https://grafana.example');
  return JSON.parse(opened.searchParams.get('panes')!) as ReturnType<typeof openedPanes>;
}

it('opens Explore with the data source, the query and the window', () => {
  const url = exploreUrl('uid-1', createQuery('PUMP-1'), WINDOW);
  expect(url).toMatch(/^\/explore\?schemaVersion=1&panes=/);
  const datasource = { type: 'telemetria-industrial-datasource', uid: 'uid-1' };
  expect(Object.values(openedPanes(url))).toEqual([
    {
      datasource: 'uid-1',
      queries: [{ ...createQuery('PUMP-1'), datasource }],
      range: { from: '1000', to: '2000' },
    },
  ]);
});

it.each([
  'a"b',
  "it's",
  'a\\nb',
  'tab\there',
  '$device',
  '${__from}',
  '[[name]]',
  '50%',
  '%2525',
  'a,b;c',
  '<img src=x>',
  '&#38;amp;',
  'a&panes=b#c',
  '#1',
  'a+b c',
  'Bomba nº 3 — 😀',
  'javascript:alert(1)',
])('brings the code %s to Explore as it is', (code) => {
  const url = exploreUrl('uid-1', createQuery(code), WINDOW);
  expect(openedPanes(url).trend?.queries[0]).toMatchObject({ devices: [code] });
  expect(url).not.toMatch(/[$<>"'\s]|\[\[/);
});

it('brings any code to Explore as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (code) => {
      const query = { ...createQuery('x'), devices: [code] };
      expect(openedPanes(exploreUrl('uid-1', query, WINDOW)).trend?.queries[0]).toMatchObject({ devices: [code] });
    }),
    cases(100)
  );
});

it.each(['', '/', '/grafana', '/explore', '/tools/grafana'])(
  'adds the path that Grafana would add, served at "%s"',
  (appSubUrl) => {
    const initialize = (config: Partial<GrafanaConfig>) =>
      locationUtil.initialize({
        config: config as GrafanaConfig,
        getVariablesUrlParams: () => ({}),
        getTimeRangeForUrl: () => ({ from: 'now-6h', to: 'now' }),
      });
    initialize({ appSubUrl });
    try {
      const addresses = createExploreAddress('uid-1');
      for (const code of ['PUMP-1', '50%', '/explore']) {
        const url = exploreUrl('uid-1', createQuery(code), WINDOW);
        expect(addresses(createQuery(code))(WINDOW)).toBe(locationUtil.assureBaseUrl(url));
      }
    } finally {
      initialize({ appSubUrl: '' });
    }
  }
);
