import type { AnnotationQuery } from '@grafana/data';
import {
  behaviors,
  dataLayers,
  SceneDataLayerSet,
  SceneGridItem,
  SceneGridLayout,
  type SceneGridRow,
  SceneRefreshPicker,
  SceneTimePicker,
  SceneTimeRange,
  SceneVariableSet,
  VariableValueSelectors,
  type SceneGridItemLike,
} from '@grafana/scenes';
import type { DashboardModel, PanelModel } from './dashboardModel.ts';
import { DashboardRow } from './DashboardRow.tsx';
import { DashboardScene } from './DashboardScene.ts';
import { buildPanel, panelKey } from './buildPanel.ts';
import { buildVariable } from './buildVariable.ts';

/** Builds the scene of a dashboard from Grafana's own scene objects, connected as in Grafana's dashboards. */
export function buildDashboard(uid: string, model: DashboardModel): DashboardScene {
  const unsupported = model.variables
    .filter((variable) => !buildVariable(variable))
    .map(({ type, name }) => `${name} (${type})`);
  const layers = model.annotations.filter(hasPluginDataSource).map(buildLayer);
  return new DashboardScene({
    uid,
    title: model.title,
    unsupported,
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

/** Grafana's own annotations use a built-in data source that the workbench does not have. */
function hasPluginDataSource({ datasource }: AnnotationQuery): boolean {
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
  return new DashboardRow({
    key: `row-${panel.id}`,
    title: panel.title,
    isCollapsed: panel.isCollapsed,
    y: panel.gridPosition.y,
    children: panel.panels.map(buildItem),
  });
}

function buildItem(panel: PanelModel): SceneGridItem {
  return new SceneGridItem({ key: `grid-${panelKey(panel.id)}`, ...panel.gridPosition, body: buildPanel(panel) });
}
