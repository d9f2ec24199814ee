import {
  booleanOverrideProcessor,
  dataLinksOverrideProcessor,
  displayNameOverrideProcessor,
  FieldColorModeId,
  FieldConfigProperty,
  identityOverrideProcessor,
  numberOverrideProcessor,
  standardFieldConfigEditorRegistry,
  stringOverrideProcessor,
  thresholdsOverrideProcessor,
  unitOverrideProcessor,
  valueMappingsOverrideProcessor,
  ThresholdsMode,
  type FieldConfigEditorBuilder,
  type FieldConfigPropertyItem,
  type SetFieldConfigOptionsArgs,
  type ThresholdsConfig,
} from '@grafana/data';
import type { GraphFieldConfig, HideableFieldConfig, TableFieldOptions } from '@grafana/schema';

type Process = FieldConfigPropertyItem['process'];

/** Grafana's own processors, which turn the saved value of each standard option into the applied value. */
const processors: Record<FieldConfigProperty, Process> = {
  [FieldConfigProperty.Actions]: identityOverrideProcessor,
  [FieldConfigProperty.Color]: identityOverrideProcessor,
  [FieldConfigProperty.Decimals]: numberOverrideProcessor,
  [FieldConfigProperty.DisplayName]: displayNameOverrideProcessor,
  [FieldConfigProperty.FieldMinMax]: booleanOverrideProcessor,
  [FieldConfigProperty.Filterable]: booleanOverrideProcessor,
  [FieldConfigProperty.Links]: dataLinksOverrideProcessor,
  [FieldConfigProperty.Mappings]: valueMappingsOverrideProcessor,
  [FieldConfigProperty.Max]: numberOverrideProcessor,
  [FieldConfigProperty.Min]: numberOverrideProcessor,
  [FieldConfigProperty.NoValue]: stringOverrideProcessor,
  [FieldConfigProperty.Thresholds]: thresholdsOverrideProcessor,
  [FieldConfigProperty.Unit]: unitOverrideProcessor,
};

/** Grafana's own, by which it colors a table cell with a background unless its field has a color: green. */
const DEFAULT_THRESHOLDS: ThresholdsConfig = {
  mode: ThresholdsMode.Absolute,
  steps: [
    { value: -Infinity, color: 'green' },
    { value: 80, color: 'red' },
  ],
};

/** The workbench has no panel editor, so options need a processor but no editor. */
export const noEditor = () => null;

/** Registers the standard field options; without them, Grafana silently drops units, thresholds and overrides. */
export function installFieldConfig() {
  standardFieldConfigEditorRegistry.setInit(() =>
    Object.entries(processors).map(([id, process]) => ({
      defaultValue: id === FieldConfigProperty.Thresholds ? DEFAULT_THRESHOLDS : undefined,
      id,
      path: id,
      name: id,
      process,
      shouldApply: () => true,
      editor: noEditor,
      override: noEditor,
      settings: {},
    }))
  );
}

/**
 * Registers a panel's custom field options. Grafana drops options with a path that is not registered.
 * @param defaults default value by path
 */
function customOptions<TOptions>(defaults: Record<string, unknown>) {
  return (builder: FieldConfigEditorBuilder<TOptions>) => {
    for (const [path, defaultValue] of Object.entries(defaults)) {
      builder.addCustomEditor({
        id: path,
        path: path as keyof TOptions & string,
        name: path,
        defaultValue,
        editor: noEditor,
        override: noEditor,
        process: identityOverrideProcessor,
        shouldApply: () => true,
      });
    }
  };
}

/** The custom options of a time series by path, with Grafana's default values as in a dashboard file. */
export const graphFieldConfig: SetFieldConfigOptionsArgs<GraphFieldConfig> = {
  standardOptions: {
    [FieldConfigProperty.Color]: { defaultValue: { mode: FieldColorModeId.PaletteClassic } },
  },
  useCustomConfig: customOptions({
    axisBorderShow: false,
    axisCenteredZero: false,
    axisColorMode: 'text',
    axisGridShow: undefined,
    axisLabel: '',
    axisPlacement: 'auto',
    axisSoftMax: undefined,
    axisSoftMin: undefined,
    axisWidth: undefined,
    barAlignment: 0,
    barMaxWidth: undefined,
    barWidthFactor: 0.6,
    drawStyle: 'line',
    fillBelowTo: undefined,
    fillColor: undefined,
    fillOpacity: 0,
    gradientMode: 'none',
    hideFrom: { tooltip: false, viz: false, legend: false },
    insertNulls: false,
    lineColor: undefined,
    lineInterpolation: 'linear',
    lineStyle: undefined,
    lineWidth: 1,
    pointColor: undefined,
    pointSize: 5,
    scaleDistribution: { type: 'linear' },
    showPoints: 'auto',
    spanNulls: false,
    stacking: { mode: 'none', group: 'A' },
    thresholdsStyle: { mode: 'off' },
    transform: undefined,
  }),
};

/** The custom options of a histogram by path, with Grafana's default values. */
export const histogramFieldConfig: SetFieldConfigOptionsArgs<GraphFieldConfig> = {
  standardOptions: {
    [FieldConfigProperty.Color]: { defaultValue: { mode: FieldColorModeId.PaletteClassic } },
  },
  useCustomConfig: customOptions({
    fillOpacity: 80,
    gradientMode: 'none',
    hideFrom: { tooltip: false, viz: false, legend: false },
    lineWidth: 1,
    stacking: { mode: 'none', group: 'A' },
  }),
};

/** The custom options of a state timeline by path, with Grafana's default values. */
export const timelineFieldConfig: SetFieldConfigOptionsArgs<HideableFieldConfig> = {
  standardOptions: {
    [FieldConfigProperty.Color]: { defaultValue: { mode: FieldColorModeId.ContinuousGrYlRd } },
  },
  useCustomConfig: customOptions({ hideFrom: { tooltip: false, viz: false, legend: false } }),
};

/** The custom options of table fields by path, with Grafana's default values. */
export const tableFieldConfig: SetFieldConfigOptionsArgs<TableFieldOptions> = {
  useCustomConfig: customOptions({
    align: 'auto',
    cellOptions: { type: 'auto' },
    filterable: undefined,
    footer: undefined,
    'hideFrom.viz': false,
    hideHeader: undefined,
    inspect: false,
    minWidth: undefined,
    tooltip: undefined,
    width: undefined,
    wrapHeaderText: undefined,
    wrapText: undefined,
  }),
};
