import { decodeDashboard } from './decodeDashboard.ts';

test('missing members get Grafana’s defaults', () => {
  expect(decodeDashboard({ title: 'Plant', refresh: false, panels: [{ id: 1, type: 'timeseries' }] })).toMatchObject({
    from: 'now-6h',
    to: 'now',
    timeZone: 'browser',
    refresh: '',
    variables: [],
    annotations: [],
    panels: [
      {
        title: '',
        gridPosition: { x: 0, y: 0, width: 12, height: 8 },
        targets: [],
        fieldConfig: { defaults: {}, overrides: [] },
      },
    ],
  });
});

test('a variable keeps its query unchanged and its saved selection as strings', () => {
  const query = { kind: 'devices', site: '$site' };
  const list = [
    { type: 'query', name: 'device', query, multi: true, current: { value: ['a', 2], text: ['A', 'Two'] } },
  ];
  expect(decodeDashboard({ title: 'Plant', templating: { list } }).variables).toMatchObject([
    { name: 'device', query, multi: true, value: ['a', '2'], text: ['A', 'Two'], refresh: 1 },
  ]);
});

test('a collapsed row contains its panels', () => {
  const row = { id: 1, type: 'row', collapsed: true, panels: [{ id: 2, type: 'stat' }] };
  expect(decodeDashboard({ title: 'Plant', panels: [row] }).panels).toMatchObject([
    { type: 'row', isCollapsed: true, panels: [{ id: 2, type: 'stat' }] },
  ]);
});

test('an annotation is enabled by default', () => {
  const list = [
    { name: 'Alerts', target: { kind: 'alerts' } },
    { name: 'Off', enable: false },
  ];
  expect(decodeDashboard({ title: 'Plant', annotations: { list } }).annotations).toMatchObject([
    { name: 'Alerts', enable: true, iconColor: 'red', target: { kind: 'alerts' } },
    { name: 'Off', enable: false },
  ]);
});

test.each([
  [{}, 'dashboard.title must be a string that is not empty.'],
  [{ title: 'P', panels: {} }, 'dashboard.panels must be a list.'],
  [{ title: 'P', panels: [{ id: 1 }] }, 'dashboard.panels[0].type must be a string that is not empty.'],
  [{ title: 'P', panels: [{ type: 'stat', gridPos: { x: '0' } }] }, 'dashboard.panels[0].gridPos.x must be a number.'],
])('%j is rejected with an error that names the invalid member', (json, message) => {
  expect(() => decodeDashboard(json)).toThrow(message);
});
