import { css } from '@emotion/css';
import { dateTimeFormat, textUtil, type GrafanaTheme2, type TimeZone } from '@grafana/data';
import { TagList, useStyles2 } from '@grafana/ui';
import React from 'react';
import type { PlotAnnotation } from './annotationEvents.ts';

interface Props {
  readonly annotation: PlotAnnotation;
  readonly timeZone: TimeZone;
}

/** Time, title, text and tags of an annotation, in the time zone of the panel. */
export function AnnotationTooltip({ annotation, timeZone }: Props) {
  const styles = useStyles2(getStyles);
  const { fromEpochMs, toEpochMs, title, text, tags } = annotation;
  const time = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return (
    <div className={styles.tooltip}>
      <div className={styles.time}>
        {toEpochMs > fromEpochMs ? `${time(fromEpochMs)} – ${time(toEpochMs)}` : time(fromEpochMs)}
      </div>
      {title && <div className={styles.title}>{title}</div>}
      {text && <div dangerouslySetInnerHTML={{ __html: textUtil.sanitize(text) }} />}
      {tags.length > 0 && <TagList tags={tags} className={styles.tags} />}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  tooltip: css({ display: 'flex', flexDirection: 'column', gap: theme.spacing(0.5), maxWidth: '360px' }),
  time: css({ color: theme.colors.text.secondary, fontVariantNumeric: 'tabular-nums' }),
  title: css({ fontWeight: theme.typography.fontWeightMedium }),
  tags: css({ justifyContent: 'flex-start' }),
});
