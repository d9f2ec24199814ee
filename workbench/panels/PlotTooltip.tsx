import { formattedValueToString, type DataFrame, type LinkModel } from '@grafana/data';
import { TooltipDisplayMode, type SortOrder } from '@grafana/schema';
import {
  getFieldDisplayItems,
  VizTooltipContent,
  VizTooltipFooter,
  VizTooltipHeader,
  VizTooltipWrapper,
} from '@grafana/ui';
import React from 'react';

/** The values of TooltipHoverMode, which @grafana/ui does not export. */
export const HOVER_MODES = { single: 0, all: 1 } as const;

interface Props {
  readonly frame: DataFrame;
  /** The row under the cursor, per field. */
  readonly dataIdxs: Array<number | null>;
  readonly seriesIdx: number | null;
  readonly mode: TooltipDisplayMode;
  readonly sortOrder: SortOrder;
  readonly isPinned: boolean;
  /** The links of the nearest point, shown once the tooltip is pinned and the mouse can reach them. */
  readonly dataLinks?: LinkModel[];
}

/** The values under the cursor in Grafana's own tooltip. */
export function PlotTooltip({ frame, dataIdxs, seriesIdx, mode, sortOrder, isPinned, dataLinks = [] }: Props) {
  const [timeField] = frame.fields;
  const row = dataIdxs[0];
  if (!timeField?.display || row == null) {
    return null;
  }
  const items = getFieldDisplayItems(
    frame.fields,
    timeField,
    dataIdxs,
    seriesIdx,
    mode,
    sortOrder,
    ({ config }) => !config.custom?.hideFrom?.viz
  );
  const time = formattedValueToString(timeField.display(timeField.values[row]));
  return (
    <VizTooltipWrapper>
      <VizTooltipHeader item={{ label: '', value: time }} isPinned={isPinned} />
      <VizTooltipContent
        items={items}
        isPinned={isPinned}
        scrollable={mode === TooltipDisplayMode.Multi}
        maxHeight={400}
      />
      {isPinned && dataLinks.length > 0 && <VizTooltipFooter dataLinks={dataLinks} />}
    </VizTooltipWrapper>
  );
}
