import type { AnnotationQuery, Dashboard, Panel, RowPanel } from '@grafana/schema';
import {
  behaviors,
  dataLayers,
  SceneDataLayerSet,
  SceneGridItem,
  SceneGridLayout,
  SceneReactObject,
  SceneRefreshPicker,
  SceneTimePicker,
  SceneTimeRange,
  SceneVariableSet,
  VariableValueSelectors,
  type SceneGridItemLike,
} from '@grafana/scenes';
import React from 'react';
import { buildPanel, gridKey } from './buildPanel.ts';
import { buildRepeats } from './buildRepeats.ts';
import { buildVariable } from './buildVariable.ts';
import { DashboardLinks } from './links/DashboardLinks.tsx';
import { DashboardRow } from './DashboardRow.tsx';
import { DashboardScene } from './DashboardScene.tsx';
import { LayerSwitch } from './LayerSwitch.tsx';

/**
 * Builds the scene of a dashboard from Grafana's own scene objects, connected as in Grafana's dashboards.
 * @param saved a dashboard file in the classic schema, with Grafana's defaults for missing members
 */
export function buildDashboard(uid: string, saved: Dashboard): DashboardScene {
  const { title = '', time, timepicker, links = [] } = saved;
  const variables = saved.templating?.list?.map(buildVariable).filter((variable) => variable !== undefined);
  const layers = saved.annotations?.list?.filter(hasPluginDataSource).map(buildLayer) ?? [];
  return new DashboardScene({
    uid,
    title,
    $timeRange: new SceneTimeRange({
      from: time?.from ?? 'now-6h',
      to: time?.to ?? 'now',
      timeZone: saved.timezone || 'browser',
      weekStart: saved.weekStart as 'monday' | undefined,
    }),
    $variables: new SceneVariableSet({ variables: variables ?? [] }),
    $data: new SceneDataLayerSet({ layers }),
    $behaviors: [
      new behaviors.CursorSync({ key: 'cursor', sync: saved.graphTooltip ?? 0 }),
      new behaviors.SceneQueryController(),
    ],
    controls: [
      new VariableValueSelectors({}),
      new SceneReactObject({ reactNode: layers.map((layer) => <LayerSwitch key={layer.state.key} layer={layer} />) }),
    ],
    rightControls: [
      new SceneReactObject({ reactNode: <DashboardLinks links={links} /> }),
      new SceneTimePicker({}),
      new SceneRefreshPicker({
        // Older files have `false` to disable auto-refresh.
        refresh: saved.refresh || '',
        intervals: timepicker?.refresh_intervals,
        withText: true,
      }),
    ],
    body: new SceneGridLayout({
      isDraggable: false,
      isResizable: false,
      isLazy: true,
      children: buildGrid(saved.panels ?? []),
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

/** In a file, the panels of a row follow it; only those of a collapsed row are in it. */
function buildGrid(panels: Array<Panel | RowPanel>): SceneGridItemLike[] {
  const items: SceneGridItemLike[] = [];
  let row: DashboardRow | undefined;
  for (const panel of panels) {
    if (isRow(panel)) {
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

function isRow(panel: Panel | RowPanel): panel is RowPanel {
  return panel.type === 'row';
}

function buildRow({ id, title, collapsed, gridPos, panels }: RowPanel): DashboardRow {
  return new DashboardRow({
    key: `row-${id}`,
    title,
    isCollapsed: collapsed,
    y: gridPos?.y ?? 0,
    children: panels.map(buildItem),
  });
}

function buildItem(panel: Panel): SceneGridItem {
  const position = panel.gridPos ?? { x: 0, y: 0, w: 12, h: 8 };
  if (panel.repeat) {
    return buildRepeats(panel, panel.repeat, position);
  }
  const { x, y, w: width, h: height } = position;
  return new SceneGridItem({ key: gridKey(panel.id), x, y, width, height, body: buildPanel(panel) });
}
