import { css } from '@emotion/css';
import { formattedValueToString, getValueFormat, type GrafanaTheme2 } from '@grafana/data';
import { Text, useStyles2, type Column } from '@grafana/ui';
import React from 'react';
import type { RequestRecord } from '../host/requests/requestLog.ts';
import { text } from '../page/text.ts';
import { DataTable } from '../parts/DataTable.tsx';

/** The requests and their outcomes, one per row. */
export function RequestTable({ requests }: { requests: RequestRecord[] }) {
  if (requests.length === 0) {
    return <p>{text('inspect.noRequests')}</p>;
  }
  return (
    <>
      <Text element="p" color="secondary">
        {text('inspect.requestsNote')}
      </Text>
      <DataTable label={text('inspect.requests')} columns={COLUMNS} rows={requests} />
    </>
  );
}

const COLUMNS: Array<Column<RequestRecord>> = [
  { id: 'method', header: () => text('inspect.method') },
  { id: 'url', header: () => text('inspect.url'), cell: ({ value }) => <Url url={value} /> },
  { id: 'outcome', header: () => text('inspect.outcome'), cell: ({ row }) => outcomeText(row.original) },
  { id: 'durationMs', header: () => text('inspect.time'), cell: ({ value }) => formatted('ms', value) },
  { id: 'responseBytes', header: () => text('inspect.size'), cell: ({ value }) => formatted('bytes', value) },
];

/** The URL without the prefix of the data proxy, decoded. */
function Url({ url }: { url: string }) {
  const style = useStyles2(getUrlStyle);
  const suffix = url.replace(/^\/api\/datasources\/proxy\/uid\/[^/]+/, '');
  return <span className={style}>{decoded(suffix)}</span>;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function outcomeText({ outcome }: RequestRecord): string | number {
  return typeof outcome === 'number' ? outcome : text(`inspect.${outcome}`);
}

function formatted(unit: string, value: number | undefined): string {
  return value === undefined ? '' : formattedValueToString(getValueFormat(unit)(value));
}

const getUrlStyle = (theme: GrafanaTheme2) =>
  css({
    fontFamily: theme.typography.fontFamilyMonospace,
    fontSize: theme.typography.bodySmall.fontSize,
    overflowWrap: 'anywhere',
  });
