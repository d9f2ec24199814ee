import { css } from '@emotion/css';
import { dateTimeFormat, textUtil, type TimeZone } from '@grafana/data';
import { TagList, useStyles2, useTheme2 } from '@grafana/ui';
import React from 'react';
import { PlainTable } from '../parts/PlainTable.tsx';
import { text } from '../page/text.ts';
import type { PlotAnnotation } from '../panels/annotationEvents.ts';

interface Props {
  readonly events: PlotAnnotation[];
  readonly timeZone: TimeZone;
}

/** The events of an annotation query, one per row. */
export function EventTable({ events, timeZone }: Props) {
  const styles = useStyles2(getStyles);
  const theme = useTheme2();
  const time = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  const headings = ['from', 'to', 'title', 'text', 'tags'] as const;
  return (
    <PlainTable label={text('annotation.eventList')} headings={headings.map((name) => text(`annotation.${name}`))}>
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
    </PlainTable>
  );
}

const getStyles = () => ({
  time: css({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }),
  tags: css({ justifyContent: 'flex-start' }),
});
