import { measureText } from '@grafana/ui';
import type uPlot from 'uplot';

const TOP = 0;
const FONT_SIZE_PX = 12;
/** uPlot's own padding of a side without an axis, which keeps the last point visible. */
const MIN_PADDING_PX = 17;

/** What uPlot has calculated for an axis before it calculates the padding; its types leave these members out. */
type CalculatedAxis = uPlot.Axis & {
  readonly _show?: boolean;
  readonly _size?: number;
  readonly _values?: Array<string | null> | null;
};

/** Padding beside a plot for half of a label of the time axis: a label is centered on its tick, which can be at the edge. */
export const TIME_LABEL_PADDING: uPlot.Padding = [null, paddingOf, null, paddingOf];

function paddingOf(plot: uPlot, side: uPlot.Axis.Side): number {
  const axes: CalculatedAxis[] = plot.axes;
  const labels = axes.find(({ scale }) => scale === 'x')?._values ?? [];
  const widestPx = Math.max(0, ...labels.map((label) => measureText(label ?? '', FONT_SIZE_PX).width));
  const beside = axes.filter((axis) => axis._show && (axis.side ?? TOP) === side);
  const takenPx = beside.reduce((sum, { _size = 0 }) => sum + _size, 0);
  const minimumPx = beside.length > 0 ? 0 : MIN_PADDING_PX;
  return Math.max(minimumPx, Math.ceil(widestPx / 2 - takenPx));
}
