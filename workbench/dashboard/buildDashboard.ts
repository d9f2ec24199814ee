import type { AnnotationQuery } from '@grafana/data';
import {
  behaviors,
  dataLayers,
  SceneDataLayerSet,
  SceneGridItem,
  SceneGridLayout,
  SceneGridRow,
  SceneRefreshPicker,
  SceneTimePicker,
  SceneTimeRange,
  SceneVariableSet,
  VariableValueSelectors,
  type SceneGridItemLike,
} from '@grafana/scenes';
import type { DashboardModel, PanelModel } from './dashboardModel.ts';
import { DashboardScene } from './DashboardScene.ts';
import { buildPanel, panelKey } from './panelScene.ts';
import { buildVariable } from './variableScene.ts';

/** Makes the live dashboard of a file: Grafana's own scene objects, wired as its dashboards wire them. */
export function buildDashboard(uid: string, model: DashboardModel): DashboardScene {
  const leftOut = model.variables
    .filter((variable) => !buildVariable(variable))
    .map(({ type, name }) => `${name} (${type})`);
  const layers = model.annotations.filter(isOfDataSource).map(buildLayer);
  return new DashboardScene({
    uid,
    title: model.title,
    leftOut,
    links: model.links,
    $timeRange: new SceneTimeRange({
      from: model.from,
      to: model.to,
      timeZone: model.timeZone,
      weekStart: model.weekStart as 'monday' | undefined,
    }),
    $variables: new SceneVariableSet({
      variables: model.variables.map(buildVariable).filter((variable) => variable !== undefined),
    }),
    $data: new SceneDataLayerSet({ layers }),
    $behaviors: [
      new behaviors.CursorSync({ key: 'cursor', sync: model.cursorSync }),
      new behaviors.SceneQueryController(),
    ],
    selectors: new VariableValueSelectors({}),
    timePicker: new SceneTimePicker({}),
    refreshPicker: new SceneRefreshPicker({
      refresh: model.refresh,
      intervals: model.refreshIntervals,
      withText: true,
    }),
    body: new SceneGridLayout({
      isDraggable: false,
      isResizable: false,
      isLazy: true,
      children: buildGrid(model.panels),
    }),
  });
}

/** Grafana stores its own annotations under a built-in data source, which does not exist here. */
function isOfDataSource({ datasource }: AnnotationQuery): boolean {
  return datasource?.uid !== '-- Grafana --' && datasource?.type !== 'grafana';
}

function buildLayer(query: AnnotationQuery, index: number) {
  return new dataLayers.AnnotationsDataLayer({
    key: `annotations-${index}`,
    name: query.name,
    isEnabled: query.enable,
    isHidden: query.hide === true,
    query,
  });
}

function buildGrid(panels: PanelModel[]): SceneGridItemLike[] {
  const items: SceneGridItemLike[] = [];
  let row: SceneGridRow | undefined;
  for (const panel of panels) {
    if (panel.type === 'row') {
      row = buildRow(panel);
      items.push(row);
    } else if (row && !row.state.isCollapsed) {
      row.setState({ children: [...row.state.children, buildItem(panel)] });
    } else {
      items.push(buildItem(panel));
    }
  }
  return items;
}

function buildRow(panel: PanelModel): SceneGridRow {
  return new SceneGridRow({
    key: `row-${panel.id}`,
    title: panel.title,
    isCollapsed: panel.isCollapsed,
    y: panel.place.y,
    children: panel.panels.map(buildItem),
  });
}

function buildItem(panel: PanelModel): SceneGridItem {
  return new SceneGridItem({ key: `grid-${panelKey(panel.id)}`, ...panel.place, body: buildPanel(panel) });
}
