import { css } from '@emotion/css';
import { formattedValueToString, getValueFormat, type GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { PlainTable } from '../parts/PlainTable.tsx';
import type { RequestRecord } from '../host/requestLog.ts';
import { text } from '../page/text.ts';

/** The requests and their outcomes, one per row. */
export function RequestTable({ requests }: { requests: RequestRecord[] }) {
  const styles = useStyles2(getStyles);
  if (requests.length === 0) {
    return <p>{text('inspect.noRequests')}</p>;
  }
  const numberHeading = (key: 'inspect.time' | 'inspect.size') => <span className={styles.number}>{text(key)}</span>;
  const textHeadings = [text('inspect.method'), text('inspect.url'), text('inspect.outcome')];
  return (
    <>
      <p className={styles.note}>{text('inspect.requestsNote')}</p>
      <PlainTable
        label={text('inspect.requests')}
        headings={[...textHeadings, numberHeading('inspect.time'), numberHeading('inspect.size')]}
      >
        {requests.map((request, index) => (
          <tr key={index}>
            <td>{request.method}</td>
            <td className={styles.url}>{displayUrl(request.url)}</td>
            <td>{outcomeText(request.outcome)}</td>
            <td className={styles.number}>{format('ms', request.durationMs)}</td>
            <td className={styles.number}>
              {request.responseBytes === undefined ? '' : format('bytes', request.responseBytes)}
            </td>
          </tr>
        ))}
      </PlainTable>
    </>
  );
}

/** The URL without the prefix of the data proxy, decoded. */
function displayUrl(url: string): string {
  const suffix = url.replace(/^\/api\/datasources\/proxy\/uid\/[^/]+/, '');
  try {
    return decodeURIComponent(suffix);
  } catch {
    return suffix;
  }
}

function outcomeText(outcome: RequestRecord['outcome']): string | number {
  return typeof outcome === 'number' ? outcome : text(`inspect.${outcome}`);
}

function format(unit: string, value: number): string {
  return formattedValueToString(getValueFormat(unit)(value));
}

const getStyles = (theme: GrafanaTheme2) => ({
  note: css({ color: theme.colors.text.secondary }),
  url: css({
    fontFamily: theme.typography.fontFamilyMonospace,
    fontSize: theme.typography.bodySmall.fontSize,
    overflowWrap: 'anywhere',
  }),
  number: css({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', '&&': { textAlign: 'right' } }),
});
