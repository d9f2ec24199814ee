import type { PanelMenuItem } from '@grafana/data';
import { locationService } from '@grafana/runtime';
import { SceneDataTransformer, SceneQueryRunner, VizPanel, VizPanelMenu, type SceneDataQuery } from '@grafana/scenes';
import { PanelTimeRange } from './PanelTimeRange.tsx';
import type { PanelModel } from './dashboardModel.ts';
import { text } from '../page/text.ts';
import { openPanelInEditor } from './openPanelInEditor.ts';

/** Builds the scene object of a panel: its queries and then its transformations. */
export function buildPanel(model: PanelModel): VizPanel {
  const show = (what: 'viewPanel' | 'inspect') => () => locationService.partial({ [what]: model.id });
  const items: PanelMenuItem[] = [{ text: text('panel.view'), iconClassName: 'eye', onClick: show('viewPanel') }];
  if (model.targets.length > 0) {
    items.push(
      { text: text('panel.inspect'), iconClassName: 'info-circle', onClick: show('inspect') },
      { text: text('panel.edit'), iconClassName: 'compass', onClick: () => void openPanelInEditor(panel) }
    );
  }
  const panel: VizPanel = new VizPanel({
    key: panelKey(model.id),
    pluginId: model.type,
    title: model.title,
    description: model.description,
    options: model.options,
    fieldConfig: model.fieldConfig,
    // A panel without a title needs no header.
    hoverHeader: model.title === '',
    displayMode: model.transparent ? 'transparent' : 'default',
    $timeRange: model.timeFrom || model.timeShift ? new PanelTimeRange(model) : undefined,
    $data: buildData(model),
    menu: new VizPanelMenu({ items }),
    extendPanelContext: (_panel, context) => {
      // With this handler, the panel status shows notices as well as errors, by severity.
      context.onOpenInspector = show('inspect');
    },
  });
  return panel;
}

export const panelKey = (id: number) => `panel-${id}`;

function buildData(model: PanelModel) {
  if (model.targets.length === 0) {
    return undefined;
  }
  const runner = new SceneQueryRunner({
    queries: model.targets as SceneDataQuery[],
    datasource: model.datasource,
    minInterval: model.minInterval,
    maxDataPoints: model.maxDataPoints,
    maxDataPointsFromWidth: model.maxDataPoints === undefined,
    dataLayerFilter: { panelId: model.id },
  });
  const { transformations } = model;
  return transformations.length > 0 ? new SceneDataTransformer({ $data: runner, transformations }) : runner;
}
