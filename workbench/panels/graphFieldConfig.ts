import { FieldColorModeId, FieldConfigProperty, type SetFieldConfigOptionsArgs } from '@grafana/data';
import {
  AxisColorMode,
  AxisPlacement,
  BarAlignment,
  GraphDrawStyle,
  GraphGradientMode,
  GraphThresholdsStyleMode,
  LineInterpolation,
  ScaleDistribution,
  StackingMode,
  VisibilityMode,
  type GraphFieldConfig,
} from '@grafana/schema';
import { customOptions } from './standardFieldConfig.ts';

/** The custom options of a time series by path, with Grafana's default values. */
const CUSTOM_DEFAULTS: Record<string, unknown> = {
  axisBorderShow: false,
  axisCenteredZero: false,
  axisColorMode: AxisColorMode.Text,
  axisGridShow: undefined,
  axisLabel: '',
  axisPlacement: AxisPlacement.Auto,
  axisSoftMax: undefined,
  axisSoftMin: undefined,
  axisWidth: undefined,
  barAlignment: BarAlignment.Center,
  barMaxWidth: undefined,
  barWidthFactor: 0.6,
  drawStyle: GraphDrawStyle.Line,
  fillBelowTo: undefined,
  fillColor: undefined,
  fillOpacity: 0,
  gradientMode: GraphGradientMode.None,
  hideFrom: { tooltip: false, viz: false, legend: false },
  insertNulls: false,
  lineColor: undefined,
  lineInterpolation: LineInterpolation.Linear,
  lineStyle: undefined,
  lineWidth: 1,
  pointColor: undefined,
  pointSize: 5,
  scaleDistribution: { type: ScaleDistribution.Linear },
  showPoints: VisibilityMode.Auto,
  spanNulls: false,
  stacking: { mode: StackingMode.None, group: 'A' },
  thresholdsStyle: { mode: GraphThresholdsStyleMode.Off },
  transform: undefined,
};

export const graphFieldConfig: SetFieldConfigOptionsArgs<GraphFieldConfig> = {
  standardOptions: {
    [FieldConfigProperty.Color]: { defaultValue: { mode: FieldColorModeId.PaletteClassic } },
  },
  useCustomConfig: customOptions(CUSTOM_DEFAULTS),
};
