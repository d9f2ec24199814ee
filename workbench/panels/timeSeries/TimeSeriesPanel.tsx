import { cacheFieldDisplayNames, getLinksSupplier, type PanelProps } from '@grafana/data';
import { SortOrder, TooltipDisplayMode, type OptionsWithLegend, type OptionsWithTooltip } from '@grafana/schema';
import { KeyboardPlugin, TimeSeries, TooltipPlugin2, usePanelContext } from '@grafana/ui';
import React, { useMemo } from 'react';
import { AnnotationLayer } from '../annotations/AnnotationLayer.tsx';
import { graphableFrames } from './graphableFrames.ts';
import { noDataMessage, PanelNote } from '../PanelNote.tsx';
import { HOVER_MODES, PlotTooltip } from '../PlotTooltip.tsx';
import { TIME_LABEL_PADDING } from './timeLabelPadding.ts';

export type TimeSeriesOptions = OptionsWithLegend & OptionsWithTooltip;

/** The time series panel: Grafana's own components and the workbench's annotation layer. */
export function TimeSeriesPanel({
  data,
  options,
  fieldConfig,
  timeRange,
  timeZone,
  width,
  height,
  replaceVariables,
  onChangeTimeRange,
}: PanelProps<TimeSeriesOptions>) {
  const { sync } = usePanelContext();
  const frames = useMemo(() => graphableFrames(data.series, timeRange), [data.series, timeRange]);
  if (frames.length === 0) {
    return (
      <PanelNote message={fieldConfig.defaults.noValue ?? noDataMessage(data, true)} width={width} height={height} />
    );
  }
  const { tooltip, legend } = options;
  const sortOrder = tooltip.sort ?? SortOrder.None;
  return (
    <TimeSeries
      frames={frames}
      structureRev={data.structureRev}
      timeRange={timeRange}
      timeZone={timeZone}
      width={width}
      height={height}
      legend={legend}
      options={options}
    >
      {(config, alignedFrame) => {
        // TimeSeries removes the names when it joins the frames, and restores them only if their structure changes.
        cacheFieldDisplayNames(frames);
        config.setPadding(TIME_LABEL_PADDING);
        return (
          <>
            <KeyboardPlugin config={config} />
            <AnnotationLayer config={config} frames={data.annotations ?? []} timeZone={timeZone} />
            {tooltip.mode !== TooltipDisplayMode.None && (
              <TooltipPlugin2
                config={config}
                hoverMode={tooltip.mode === TooltipDisplayMode.Single ? HOVER_MODES.single : HOVER_MODES.all}
                queryZoom={onChangeTimeRange}
                clientZoom={true}
                syncMode={sync?.()}
                maxWidth={tooltip.maxWidth}
                getDataLinks={(seriesIdx, dataIdx) => {
                  const field = alignedFrame.fields[seriesIdx]!;
                  // A field's own links are of the rows of its frame, before it was joined with others.
                  const getLinks = getLinksSupplier(
                    alignedFrame,
                    field,
                    field.state?.scopedVars ?? {},
                    replaceVariables,
                    timeZone
                  );
                  return getLinks({ valueRowIndex: dataIdx });
                }}
                render={(_plot, dataIdxs, seriesIdx, isPinned, _dismiss, _timeRange, _viaSync, dataLinks) => (
                  <PlotTooltip
                    frame={alignedFrame}
                    dataIdxs={dataIdxs}
                    seriesIdx={seriesIdx}
                    mode={tooltip.mode}
                    sortOrder={sortOrder}
                    isPinned={isPinned}
                    dataLinks={dataLinks}
                  />
                )}
              />
            )}
          </>
        );
      }}
    </TimeSeries>
  );
}
