import {
  FieldColorModeId,
  FieldConfigProperty,
  PanelPlugin,
  PluginType,
  ReducerID,
  VizOrientation,
  type PanelProps,
} from '@grafana/data';
import {
  LegendDisplayMode,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  type GraphFieldConfig,
  type TableFieldOptions,
} from '@grafana/schema';
import { BigValueColorMode, BigValueGraphMode, BigValueJustifyMode, BigValueTextMode } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import {
  graphFieldConfig,
  histogramFieldConfig,
  noEditor,
  tableFieldConfig,
  timelineFieldConfig,
} from './fieldConfig.ts';
import { HistogramPanel, type HistogramOptions } from './HistogramPanel.tsx';
import { PanelNote } from './PanelNote.tsx';
import { StatPanel, type StatOptions } from './StatPanel.tsx';
import { StateTimelinePanel, type StateTimelineOptions } from './stateTimeline/StateTimelinePanel.tsx';
import { TablePanel, type TableOptions } from './TablePanel.tsx';
import { TextPanel, type TextOptions } from './TextPanel.tsx';
import { withLocalNumbers } from './withLocalNumbers.tsx';
import { TimeSeriesPanel, type TimeSeriesOptions } from './timeSeries/TimeSeriesPanel.tsx';

const timeSeries = withDefaults(
  new PanelPlugin<TimeSeriesOptions, GraphFieldConfig>(withLocalNumbers(TimeSeriesPanel)),
  {
    legend: { showLegend: true, displayMode: LegendDisplayMode.List, placement: 'bottom', calcs: [] },
    tooltip: { mode: TooltipDisplayMode.Single, sort: SortOrder.None },
  }
)
  .useFieldConfig(graphFieldConfig)
  .setDataSupport({ annotations: true });

const histogram = withDefaults(new PanelPlugin<HistogramOptions, GraphFieldConfig>(withLocalNumbers(HistogramPanel)), {
  bucketCount: 30,
  combine: false,
  legend: { showLegend: true, displayMode: LegendDisplayMode.List, placement: 'bottom', calcs: [] },
  tooltip: { mode: TooltipDisplayMode.Single, sort: SortOrder.None },
}).useFieldConfig(histogramFieldConfig);

const stateTimeline = withDefaults(new PanelPlugin<StateTimelineOptions>(StateTimelinePanel), {
  rowHeight: 0.9,
  showValue: VisibilityMode.Auto,
  legend: { showLegend: true, displayMode: LegendDisplayMode.List, placement: 'bottom', calcs: [] },
  tooltip: { mode: TooltipDisplayMode.Single, sort: SortOrder.None },
}).useFieldConfig(timelineFieldConfig);

const stat = withDefaults(new PanelPlugin<StatOptions>(withLocalNumbers(StatPanel)), {
  reduceOptions: { values: false, calcs: [ReducerID.lastNotNull], fields: '' },
  orientation: VizOrientation.Auto,
  textMode: BigValueTextMode.Auto,
  colorMode: BigValueColorMode.Value,
  graphMode: BigValueGraphMode.Area,
  justifyMode: BigValueJustifyMode.Auto,
  wideLayout: true,
}).useFieldConfig({
  standardOptions: { [FieldConfigProperty.Color]: { defaultValue: { mode: FieldColorModeId.Thresholds } } },
});

const table = withDefaults(new PanelPlugin<TableOptions, TableFieldOptions>(withLocalNumbers(TablePanel)), {
  frameIndex: 0,
  showHeader: true,
}).useFieldConfig(tableFieldConfig);

const textPanel = withDefaults(new PanelPlugin<TextOptions>(TextPanel), { mode: 'markdown', content: '' });

/** The panel plugins of the workbench by id. */
export const panelPlugins: Record<string, PanelPlugin | undefined> = {
  timeseries: withMeta(timeSeries, 'timeseries'),
  histogram: withMeta(histogram, 'histogram'),
  'state-timeline': withMeta(stateTimeline, 'state-timeline'),
  stat: withMeta(stat, 'stat'),
  table: withMeta(table, 'table'),
  text: withMeta(textPanel, 'text'),
};

/** For any other panel id, a note that only Grafana has it. */
export async function importPanelPlugin(id: string): Promise<PanelPlugin> {
  const note = ({ width, height }: PanelProps) => (
    <PanelNote message={text('panel.inGrafanaOnly', { id })} width={width} height={height} />
  );
  return panelPlugins[id] ?? withMeta(new PanelPlugin(note), id);
}

function withDefaults<TOptions extends object, TFieldOptions extends object>(
  plugin: PanelPlugin<TOptions, TFieldOptions>,
  defaults: Partial<TOptions>
): PanelPlugin<TOptions, TFieldOptions> {
  return plugin.setPanelOptions((builder) => {
    for (const [path, defaultValue] of Object.entries(defaults)) {
      builder.addCustomEditor({ id: path, path, name: path, defaultValue, editor: noEditor });
    }
  });
}

function withMeta<TOptions, TFieldOptions extends object>(
  plugin: PanelPlugin<TOptions, TFieldOptions>,
  id: string
): PanelPlugin {
  plugin.meta = {
    id,
    name: id,
    type: PluginType.panel,
    module: `workbench/${id}`,
    baseUrl: '',
    sort: 0,
    skipDataQuery: id === 'text',
    info: {
      author: { name: '' },
      description: '',
      links: [],
      logos: { small: '', large: '' },
      screenshots: [],
      updated: '',
      version: '13.2.2',
    },
  };
  return plugin as unknown as PanelPlugin;
}
