/** @jest-environment jsdom */
import './jsdomGaps.testing.ts';
import type { Dashboard } from '@grafana/schema';
import {
  type CustomVariable,
  dataLayers,
  SceneByVariableRepeater,
  sceneGraph,
  SceneGridRow,
  SceneQueryRunner,
  VizPanel,
} from '@grafana/scenes';
import { buildDashboard } from './buildDashboard.tsx';

const build = (saved: object) => buildDashboard('plant', { title: 'Plant', ...saved } as Dashboard);

test('missing members get Grafana’s defaults', () => {
  const scene = build({ refresh: false, panels: [{ id: 1, type: 'timeseries' }] });
  expect(scene.state.$timeRange?.state).toMatchObject({ from: 'now-6h', to: 'now' });
  expect(scene.state.body.state.children[0]?.state).toMatchObject({ x: 0, y: 0, width: 12, height: 8 });
  const [panel] = sceneGraph.findDescendents(scene, VizPanel);
  expect(panel?.state).toMatchObject({ title: '', options: {}, fieldConfig: { defaults: {}, overrides: [] } });
  expect(sceneGraph.findDescendents(scene, SceneQueryRunner)).toEqual([]);
});

test('a variable keeps its query unchanged and its saved selection', () => {
  const query = { kind: 'devices', site: '$site' };
  const current = { value: ['a', '2'], text: ['A', 'Two'] };
  const scene = build({ templating: { list: [{ type: 'query', name: 'device', query, multi: true, current }] } });
  const [variable] = sceneGraph.getVariables(scene).state.variables;
  expect(variable?.state).toMatchObject({ name: 'device', query, isMulti: true, ...current });
});

test('a collapsed row contains its panels, and an expanded one those that follow it', () => {
  const collapsed = { id: 1, type: 'row', collapsed: true, panels: [{ id: 2, type: 'stat' }] };
  const expanded = { id: 3, type: 'row', collapsed: false, panels: [] };
  const scene = build({ panels: [collapsed, expanded, { id: 4, type: 'stat' }] });
  const rows = sceneGraph.findDescendents(scene, SceneGridRow);
  const keysOf = (row: SceneGridRow) => sceneGraph.findDescendents(row, VizPanel).map(({ state }) => state.key);
  expect(rows.map(({ state }) => state.isCollapsed)).toEqual([true, false]);
  expect(rows.map(keysOf)).toEqual([['panel-2'], ['panel-4']]);
});

test('an annotation of Grafana itself has no layer', () => {
  const list = [
    { name: 'Alerts', enable: true, target: { kind: 'alerts' } },
    { name: 'Notes', enable: true, datasource: { uid: '-- Grafana --' } },
  ];
  const layers = sceneGraph.findDescendents(build({ annotations: { list } }), dataLayers.AnnotationsDataLayer);
  expect(layers.map(({ state }) => state.name)).toEqual(['Alerts']);
});

test('on a narrow page, repeated panels are one below the other', () => {
  const wide = window.matchMedia;
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList;
  try {
    const list = [{ type: 'custom', name: 'tag', query: 'a, b, c', multi: true, current: { value: ['a', 'b', 'c'] } }];
    const gridPos = { x: 0, y: 0, w: 24, h: 8 };
    const repeated = { id: 7, type: 'timeseries', repeat: 'tag', maxPerRow: 2, gridPos };
    const scene = build({ templating: { list }, panels: [repeated] });
    const [repeater] = sceneGraph.findDescendents(scene, SceneByVariableRepeater);
    [scene, scene.state.body, repeater!.parent!, repeater!].forEach((object) => object.activate());
    expect(repeater!.parent!.state).toMatchObject({ height: 24 });
  } finally {
    window.matchMedia = wide;
  }
});

test('a repeated panel has one panel per selected value, and grows with their number', () => {
  const current = { value: ['a', 'b', 'c'], text: ['A', 'B', 'C'] };
  const list = [{ type: 'custom', name: 'tag', query: 'A : a, B : b, C : c', multi: true, current }];
  const gridPos = { x: 0, y: 0, w: 24, h: 8 };
  const repeated = { id: 7, type: 'timeseries', title: '${tag:text}', repeat: 'tag', maxPerRow: 2, gridPos };
  const scene = build({ templating: { list }, panels: [repeated] });
  const [repeater] = sceneGraph.findDescendents(scene, SceneByVariableRepeater);
  // A changed variable notifies only objects whose ancestors are active.
  [scene, scene.state.body, repeater!.parent!, repeater!].forEach((object) => object.activate());
  const titles = () =>
    sceneGraph
      .findDescendents(scene, VizPanel)
      .map((panel) => [panel.state.key, sceneGraph.interpolate(panel, panel.state.title)]);
  expect(titles()).toEqual([
    ['panel-7-a', 'A'],
    ['panel-7-b', 'B'],
    ['panel-7-c', 'C'],
  ]);
  expect(repeater!.parent!.state).toMatchObject({ width: 24, height: 16 });

  const [first] = sceneGraph.findDescendents(scene, VizPanel);
  const tag = sceneGraph.lookupVariable('tag', scene) as CustomVariable;
  tag.changeValueTo(['a'], ['A']);
  expect(titles()).toEqual([['panel-7-a', 'A']]);
  expect(sceneGraph.findDescendents(scene, VizPanel)[0]).toBe(first);
  expect(repeater!.parent!.state).toMatchObject({ height: 8 });
});
