import { css } from '@emotion/css';
import {
  dateTimeFormat,
  formattedValueToString,
  getValueFormat,
  type GrafanaTheme2,
  type PanelData,
  type QueryResultMetaStat,
} from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

/** Statistics of the request and then those in the meta of the frames. */
export function StatList({ data }: { data: PanelData }) {
  const styles = useStyles2(getStyles);
  const rows = [...requestStats(data), ...data.series.flatMap((frame) => (frame.meta?.stats ?? []).map(frameStat))];
  return (
    <dl className={styles.list}>
      {rows.map(([name, value], index) => (
        <div key={index} className={styles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function requestStats({ request, series, timeRange }: PanelData): Array<[string, string]> {
  const { startTime, endTime, maxDataPoints, interval, timezone: timeZone } = request ?? {};
  const time = (value: { valueOf(): number }) => dateTimeFormat(value.valueOf(), { timeZone });
  return [
    [
      text('inspect.duration'),
      startTime && endTime ? formattedValueToString(getValueFormat('ms')(endTime - startTime)) : '–',
    ],
    [text('inspect.range'), `${time(timeRange.from)} – ${time(timeRange.to)}`],
    [text('inspect.maxDataPoints'), String(maxDataPoints ?? '–')],
    [text('inspect.interval'), interval ?? '–'],
    [text('inspect.frameCount'), String(series.length)],
    [text('inspect.rows'), String(series.reduce((sum, frame) => sum + frame.length, 0))],
  ];
}

function frameStat({ displayName = '', value, unit, decimals }: QueryResultMetaStat): [string, string] {
  return [displayName, formattedValueToString(getValueFormat(unit)(value, decimals))];
}

const getStyles = (theme: GrafanaTheme2) => ({
  list: css({ margin: 0, maxWidth: '640px' }),
  row: css({
    display: 'flex',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
    padding: theme.spacing(0.5, 1),
    borderBottom: `1px solid ${theme.colors.border.weak}`,
    dt: { color: theme.colors.text.secondary, fontWeight: theme.typography.fontWeightRegular },
    dd: { margin: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
  }),
});
