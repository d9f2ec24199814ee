import { css } from '@emotion/css';
import { dateTimeFormat, textUtil, type GrafanaTheme2, type TimeZone } from '@grafana/data';
import { TagList, useStyles2, useTheme2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import { type PlotAnnotation } from '../panels/annotationEvents.ts';

interface Props {
  events: PlotAnnotation[];
  timeZone: TimeZone;
}

/** Events of an annotation query, one a row. */
export function EventTable({ events, timeZone }: Props) {
  const styles = useStyles2(getStyles);
  const theme = useTheme2();
  const time = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{text('annotation.from')}</th>
            <th>{text('annotation.to')}</th>
            <th>{text('annotation.title')}</th>
            <th>{text('annotation.text')}</th>
            <th>{text('annotation.tags')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event, index) => (
            <tr key={index} style={{ borderLeftColor: theme.visualization.getColorByName(event.color ?? 'red') }}>
              <td className={styles.time}>{time(event.fromEpochMs)}</td>
              <td className={styles.time}>{event.toEpochMs > event.fromEpochMs && time(event.toEpochMs)}</td>
              <td>{event.title}</td>
              <td dangerouslySetInnerHTML={{ __html: textUtil.sanitize(event.text) }} />
              <td>
                <TagList tags={event.tags} className={styles.tags} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  scroll: css({ maxHeight: '420px', overflow: 'auto' }),
  table: css({
    width: '100%',
    background: theme.colors.background.primary,
    tr: { borderLeft: '4px solid transparent' },
    'th, td': {
      padding: theme.spacing(0.5, 1),
      borderBottom: `1px solid ${theme.colors.border.weak}`,
      textAlign: 'left',
    },
    th: { color: theme.colors.text.secondary, fontWeight: theme.typography.fontWeightMedium },
  }),
  time: css({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }),
  tags: css({ justifyContent: 'flex-start' }),
});
