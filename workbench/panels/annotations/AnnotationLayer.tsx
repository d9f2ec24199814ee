import { css } from '@emotion/css';
import { colorManipulator, type DataFrame, type GrafanaTheme2, type TimeZone } from '@grafana/data';
import { DEFAULT_ANNOTATION_COLOR, useStyles2, useTheme2, type UPlotConfigBuilder } from '@grafana/ui';
import React, {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { createPortal } from 'react-dom';
import type uPlot from 'uplot';
import { annotationEvents, type PlotAnnotation } from './annotationEvents.ts';
import { AnnotationMark } from './AnnotationMark.tsx';

interface Props {
  readonly config: UPlotConfigBuilder;
  readonly frames: DataFrame[];
  readonly timeZone: TimeZone;
}

/** The visible part of one annotation, in CSS pixels from the left edge of the plot. */
interface Marker {
  readonly annotation: PlotAnnotation;
  readonly color: string;
  readonly left: number;
  readonly width: number;
}

/** What the next drawing of a plot shows. */
interface Drawn {
  readonly annotations: PlotAnnotation[];
  readonly theme: GrafanaTheme2;
}

interface PlotState {
  readonly latest: RefObject<Drawn>;
  readonly setPlot: Dispatch<SetStateAction<uPlot | undefined>>;
  readonly setDrawCount: Dispatch<SetStateAction<number>>;
}

/**
 * Renders annotations in a time series: a tinted region with dashed edges, or a dashed line for a point in time. A marker
 * below the plot shows a tooltip on hover and on focus, and with the links of the annotation on a click. Grafana's own annotation layer is not published on npm.
 */
export function AnnotationLayer({ config, frames, timeZone }: Props) {
  const theme = useTheme2();
  const styles = useStyles2(getStyles);
  const [plot, setPlot] = useState<uPlot>();
  const [, setDrawCount] = useState(0);
  const annotations = useMemo(() => annotationEvents(frames), [frames]);
  const latest = useRef<Drawn>({ annotations, theme });

  // The hooks must be in the config before the plot is created from it. A plot outlives many renders.
  useLayoutEffect(() => addHooks(config, { latest, setPlot, setDrawCount }), [config]);

  useEffect(() => {
    latest.current = { annotations, theme };
    plot?.redraw(false);
  }, [annotations, plot, theme]);

  const area = plot?.over.parentElement;
  if (!plot || !area) {
    return null;
  }
  const { offsetLeft, offsetTop, clientHeight } = plot.over;
  return createPortal(
    visibleMarkers(plot, annotations, theme).map(({ annotation, color, left, width }, index) => (
      <AnnotationMark key={index} annotation={annotation} timeZone={timeZone}>
        <button
          type="button"
          className={annotation.toEpochMs > annotation.fromEpochMs ? styles.region : styles.point}
          style={{ left: offsetLeft + left, top: offsetTop + clientHeight, width: width || undefined, color }}
          aria-label={annotation.title || annotation.text}
        />
      </AnnotationMark>
    )),
    area
  );
}

/**
 * Outside of the component: hooks written in it keep all that its render knows, also the plot of the config before, whose hooks keep the one
 * before that, so that no plot of a page would be freed.
 */
function addHooks(config: UPlotConfigBuilder, { latest, setPlot, setDrawCount }: PlotState) {
  config.addHook('init', (created) => setPlot(created));
  config.addHook('draw', (plot) => {
    drawAnnotations(plot, latest.current.annotations, latest.current.theme);
    setDrawCount((count) => count + 1);
  });
}

function visibleMarkers(plot: uPlot, annotations: PlotAnnotation[], theme: GrafanaTheme2): Marker[] {
  const plotWidth = plot.over.clientWidth;
  return annotations.flatMap((annotation) => {
    const from = plot.valToPos(annotation.fromEpochMs, 'x');
    const to = plot.valToPos(annotation.toEpochMs, 'x');
    if (!(to >= 0 && from <= plotWidth)) {
      return [];
    }
    const left = Math.max(from, 0);
    const width = Math.min(to, plotWidth) - left;
    return [{ annotation, color: colorOf(annotation, theme), left, width }];
  });
}

function drawAnnotations(plot: uPlot, annotations: PlotAnnotation[], theme: GrafanaTheme2) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = 2 * ratio;
  ctx.setLineDash([5 * ratio, 5 * ratio]);
  for (const { color, left, width, annotation } of visibleMarkers(plot, annotations, theme)) {
    const x = bbox.left + left * ratio;
    ctx.strokeStyle = color;
    drawLine(ctx, x, bbox);
    if (annotation.toEpochMs > annotation.fromEpochMs) {
      drawLine(ctx, x + width * ratio, bbox);
      ctx.fillStyle = colorManipulator.alpha(color, 0.1);
      ctx.fillRect(x, bbox.top, width * ratio, bbox.height);
    }
  }
  ctx.restore();
}

function drawLine(ctx: CanvasRenderingContext2D, x: number, { top, height }: uPlot.BBox) {
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, top + height);
  ctx.stroke();
}

function colorOf({ color }: PlotAnnotation, theme: GrafanaTheme2): string {
  return color ? theme.visualization.getColorByName(color) : DEFAULT_ANNOTATION_COLOR;
}

const getStyles = (theme: GrafanaTheme2) => {
  const marker = {
    position: 'absolute',
    padding: 0,
    border: 'none',
    cursor: 'pointer',
    zIndex: 1,
    '&:focus-visible': { outline: `2px solid ${theme.colors.primary.main}`, outlineOffset: '1px' },
  } as const;
  return {
    region: css({ ...marker, height: '6px', minWidth: '3px', background: 'currentColor' }),
    point: css({
      ...marker,
      width: '11px',
      height: '7px',
      marginLeft: '-5px',
      background: 'currentColor',
      clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
    }),
  };
};
