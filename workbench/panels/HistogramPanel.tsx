import {
  cacheFieldDisplayNames,
  FALLBACK_COLOR,
  formattedValueToString,
  getFieldColorModeForField,
  histogramFieldsToFrame,
  type DataFrame,
  type Field,
  type GrafanaTheme2,
  type PanelProps,
} from '@grafana/data';
import {
  AxisPlacement,
  ScaleDirection,
  ScaleOrientation,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  type GraphFieldConfig,
  type OptionsWithLegend,
  type OptionsWithTooltip,
} from '@grafana/schema';
import { PlotLegend, TooltipPlugin2, UPlotChart, UPlotConfigBuilder, useTheme2, VizLayout } from '@grafana/ui';
import React, { useMemo } from 'react';
import uPlot, { type AlignedData } from 'uplot';
import { countValues } from './countValues.ts';
import { noDataMessage, PanelNote } from './PanelNote.tsx';
import { HOVER_MODES, PlotTooltip } from './PlotTooltip.tsx';
import { localField } from './withLocalNumbers.tsx';

export interface HistogramOptions extends OptionsWithLegend, OptionsWithTooltip {
  readonly bucketCount?: number;
  readonly bucketSize?: number;
  readonly bucketOffset?: number;
  readonly combine?: boolean;
}

/** How often values occur: Grafana's buckets, as bars. */
export function HistogramPanel({ data, options, width, height }: PanelProps<HistogramOptions>) {
  const theme = useTheme2();
  const { series } = data;
  const plot = useMemo(() => {
    const histogram = bucketCounts(series, options, theme);
    return histogram && { ...histogram, config: plotConfig(histogram, theme) };
  }, [series, options, theme]);
  if (!plot) {
    return <PanelNote message={noDataMessage(data)} width={width} height={height} />;
  }
  const { frame, config } = plot;
  const { legend, tooltip } = options;
  return (
    <VizLayout
      width={width}
      height={height}
      legend={legend.showLegend ? <PlotLegend data={[frame]} config={config} {...legend} /> : null}
    >
      {(plotWidth, plotHeight) => (
        <UPlotChart
          config={config}
          data={frame.fields.map(({ values }) => values) as AlignedData}
          width={plotWidth}
          height={plotHeight}
        >
          {tooltip.mode !== TooltipDisplayMode.None && (
            <TooltipPlugin2
              config={config}
              hoverMode={HOVER_MODES.all}
              render={(_plot, dataIdxs, seriesIdx, isPinned) => (
                <PlotTooltip
                  {...{ frame, dataIdxs, seriesIdx, isPinned }}
                  mode={TooltipDisplayMode.Multi}
                  sortOrder={tooltip.sort ?? SortOrder.None}
                />
              )}
            />
          )}
        </UPlotChart>
      )}
    </VizLayout>
  );
}

interface Histogram {
  /** The lower bounds of the buckets, which are shown with the upper ones, and a field of counts for each series. */
  readonly frame: DataFrame;
  readonly bounds: Field<number>;
  readonly bucketSize: number;
}

/** Undefined without any number. */
function bucketCounts(series: DataFrame[], options: HistogramOptions, theme: GrafanaTheme2): Histogram | undefined {
  cacheFieldDisplayNames(series);
  const fields = countValues(series, options, theme);
  if (!fields || fields.xMin.values.length === 0) {
    return undefined;
  }
  const {
    fields: [lows, highs, ...counts],
    ...frame
  } = histogramFieldsToFrame(fields, theme);
  const bounds = localField(lows!);
  const bucketSize = highs!.values[0] - lows!.values[0];
  const text = (value: unknown) => formattedValueToString(bounds.display!(value));
  const buckets: Field = {
    ...bounds,
    display: (low) => ({ numeric: Number(low), text: `${text(low)} – ${text(Number(low) + bucketSize)}` }),
  };
  return { frame: { ...frame, fields: [buckets, ...counts] }, bounds, bucketSize };
}

function plotConfig({ frame, bounds, bucketSize }: Histogram, theme: GrafanaTheme2): UPlotConfigBuilder {
  const lows = bounds.values;
  const config = new UPlotConfigBuilder();
  config.addScale({
    scaleKey: 'x',
    isTime: false,
    orientation: ScaleOrientation.Horizontal,
    direction: ScaleDirection.Right,
    range: () => [lows[0]!, lows.at(-1)! + bucketSize],
  });
  config.addScale({
    scaleKey: 'count',
    isTime: false,
    orientation: ScaleOrientation.Vertical,
    direction: ScaleDirection.Up,
    softMin: 0,
  });
  const formatValue = (value: number) => formattedValueToString(bounds.display!(value));
  config.addAxis({
    scaleKey: 'x',
    isTime: false,
    placement: AxisPlacement.Bottom,
    grid: { show: false },
    formatValue,
    theme,
  });
  config.addAxis({ scaleKey: 'count', isTime: false, placement: AxisPlacement.Left, decimals: 0, theme });
  const paths = uPlot.paths.bars!({
    disp: { x0: { unit: 1, values: () => lows }, size: { unit: 1, values: () => [bucketSize] } },
  });
  frame.fields.slice(1).forEach((field, index) => {
    const custom = field.config.custom as GraphFieldConfig;
    config.addSeries({
      scaleKey: 'count',
      pathBuilder: paths,
      showPoints: VisibilityMode.Never,
      lineColor: colorOf(field, theme),
      lineWidth: custom.lineWidth,
      fillOpacity: custom.fillOpacity,
      gradientMode: custom.gradientMode,
      show: !custom.hideFrom?.viz,
      dataFrameFieldIndex: { fieldIndex: index + 1, frameIndex: 0 },
      theme,
    });
  });
  return config;
}

function colorOf(field: Field, theme: GrafanaTheme2): string {
  return getFieldColorModeForField(field).getCalculator(field, theme)(0, 0) || FALLBACK_COLOR;
}
