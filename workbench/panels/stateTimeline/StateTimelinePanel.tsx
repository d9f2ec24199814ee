import { cacheFieldDisplayNames, colorManipulator, type GrafanaTheme2, type PanelProps } from '@grafana/data';
import {
  AxisPlacement,
  ScaleDirection,
  ScaleOrientation,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  type OptionsWithLegend,
  type OptionsWithTooltip,
} from '@grafana/schema';
import {
  measureText,
  TooltipPlugin2,
  UPlotChart,
  UPlotConfigBuilder,
  useTheme2,
  VizLayout,
  VizLegend,
} from '@grafana/ui';
import React, { useMemo } from 'react';
import type uPlot from 'uplot';
import { noDataMessage, PanelNote } from '../PanelNote.tsx';
import { HOVER_MODES, PlotTooltip } from '../PlotTooltip.tsx';
import { TIME_LABEL_PADDING } from '../timeSeries/timeLabelPadding.ts';
import { legendItems, timelineRows, type TimelineRow } from './timelineRows.ts';

export interface StateTimelineOptions extends OptionsWithLegend, OptionsWithTooltip {
  /** Share of the height of a row that is drawn. */
  readonly rowHeight: number;
  readonly showValue: VisibilityMode;
}

/** What each field has over time, as a row of colored stretches with their texts. */
export function StateTimelinePanel({
  data,
  options,
  fieldConfig,
  timeRange,
  timeZone,
  width,
  height,
  onChangeTimeRange,
}: PanelProps<StateTimelineOptions>) {
  const theme = useTheme2();
  const { series } = data;
  const { legend, tooltip, rowHeight, showValue } = options;
  const plot = useMemo(() => {
    cacheFieldDisplayNames(series);
    const timeline = timelineRows(series, timeRange, theme);
    const look = { theme, rowHeight, showValue };
    return timeline && { ...timeline, config: plotConfig(timeline.rows, { width, timeRange, timeZone }, look) };
  }, [series, timeRange, timeZone, theme, rowHeight, showValue, width]);
  if (!plot) {
    const message = fieldConfig.defaults.noValue ?? noDataMessage(data, true);
    return <PanelNote message={message} width={width} height={height} />;
  }
  const { frame, rows, config } = plot;
  const items = legendItems(rows).map((item) => ({ ...item, yAxis: 1 }));
  return (
    <VizLayout
      width={width}
      height={height}
      legend={
        legend.showLegend ? (
          <VizLayout.Legend placement={legend.placement}>
            <VizLegend items={items} placement={legend.placement} displayMode={legend.displayMode} readonly />
          </VizLayout.Legend>
        ) : null
      }
    >
      {(plotWidth, plotHeight) => (
        <UPlotChart
          config={config}
          data={
            frame.fields.map(({ values }, index) => (index === 0 ? values : values.map(() => 0))) as uPlot.AlignedData
          }
          width={plotWidth}
          height={plotHeight}
        >
          {tooltip.mode !== TooltipDisplayMode.None && (
            <TooltipPlugin2
              config={config}
              hoverMode={HOVER_MODES.all}
              queryZoom={onChangeTimeRange}
              clientZoom={true}
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

interface Look extends Pick<StateTimelineOptions, 'rowHeight' | 'showValue'> {
  readonly theme: GrafanaTheme2;
}

const FONT_SIZE_PX = 12;
const LABEL_PADDING_PX = 16;
/** The names of the rows leave at least this share of the width to the plot. */
const MAX_LABEL_SHARE = 0.3;
const FILL_OPACITY = 0.7;

function plotConfig(
  rows: readonly TimelineRow[],
  { width, timeRange, timeZone }: Pick<PanelProps, 'width' | 'timeRange' | 'timeZone'>,
  look: Look
): UPlotConfigBuilder {
  const { theme } = look;
  const config = new UPlotConfigBuilder(timeZone);
  config.addScale({
    scaleKey: 'x',
    isTime: true,
    orientation: ScaleOrientation.Horizontal,
    direction: ScaleDirection.Right,
    range: () => [timeRange.from.valueOf(), timeRange.to.valueOf()],
  });
  config.addScale({
    scaleKey: 'row',
    isTime: false,
    orientation: ScaleOrientation.Vertical,
    direction: ScaleDirection.Down,
    range: () => [0, rows.length],
  });
  config.addAxis({ scaleKey: 'x', isTime: true, timeZone, placement: AxisPlacement.Bottom, theme });
  const maxLabelPx = width * MAX_LABEL_SHARE;
  const labels = rows.map(({ name }) => shortened(name, maxLabelPx));
  config.addAxis({
    scaleKey: 'row',
    isTime: false,
    placement: AxisPlacement.Left,
    size: Math.max(...labels.map(textWidth)) + LABEL_PADDING_PX,
    grid: { show: false },
    ticks: { show: false },
    splits: rows.map((_, row) => row + 0.5),
    values: labels,
    theme,
  });
  rows.forEach((_, row) =>
    config.addSeries({
      scaleKey: 'row',
      pathBuilder: () => null,
      pointsBuilder: () => false,
      showPoints: VisibilityMode.Never,
      dataFrameFieldIndex: { fieldIndex: row + 1, frameIndex: 0 },
      theme,
    })
  );
  // The row under the cursor is what began before it, not the nearest change.
  config.setCursor({
    points: { show: false },
    dataIdx: ({ data: [times] }, _series, nearest, cursorX) =>
      times[nearest]! > cursorX ? Math.max(0, nearest - 1) : nearest,
  });
  config.setPadding(TIME_LABEL_PADDING);
  config.addHook('draw', (plot) => drawRows(plot, rows, look));
  return config;
}

function textWidth(text: string): number {
  return measureText(text, FONT_SIZE_PX).width;
}

function shortened(name: string, maxPx: number): string {
  let text = name;
  while (text.length > 1 && textWidth(text) > maxPx) {
    text = `${text.slice(0, -2).trimEnd()}…`;
  }
  return text;
}

function drawRows(plot: uPlot, rows: readonly TimelineRow[], { theme, rowHeight, showValue }: Look) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = `${FONT_SIZE_PX * devicePixelRatio}px ${theme.typography.fontFamily}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  rows.forEach(({ spans }, row) => {
    const middle = plot.valToPos(row + 0.5, 'row', true);
    const height = (bbox.height / rows.length) * rowHeight;
    for (const { fromEpochMs, toEpochMs, text, color } of spans) {
      const left = plot.valToPos(fromEpochMs, 'x', true);
      const width = plot.valToPos(toEpochMs, 'x', true) - left;
      ctx.fillStyle = colorManipulator.alpha(color, FILL_OPACITY);
      // A short stretch stays visible.
      ctx.fillRect(left, middle - height / 2, Math.max(width, 1), height);
      const padding = (LABEL_PADDING_PX / 4) * devicePixelRatio;
      if (showValue !== VisibilityMode.Never && ctx.measureText(text).width + 2 * padding <= width) {
        const shown = colorManipulator.onBackground(
          colorManipulator.alpha(color, FILL_OPACITY),
          theme.colors.background.primary
        );
        ctx.fillStyle = theme.colors.getContrastText(shown.toHexString());
        ctx.fillText(text, left + padding, middle);
      }
    }
  });
  ctx.restore();
}
