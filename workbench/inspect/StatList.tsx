import {
  dateTimeFormat,
  formattedValueToString,
  getValueFormat,
  type PanelData,
  type QueryResultMetaStat,
} from '@grafana/data';
import type { Column } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import { DataTable } from '../parts/DataTable.tsx';

interface Stat {
  readonly name: string;
  readonly value: string;
}

/** Statistics of the request and then those in the meta of the frames. */
export function StatList({ data }: { data: PanelData }) {
  const stats = [...requestStats(data), ...data.series.flatMap((frame) => (frame.meta?.stats ?? []).map(frameStat))];
  return <DataTable label={text('inspect.stats')} columns={COLUMNS} rows={stats} />;
}

const COLUMNS: Array<Column<Stat>> = [
  { id: 'name', header: () => text('inspect.stat') },
  { id: 'value', header: () => text('inspect.statValue') },
];

function requestStats({ request, series, timeRange }: PanelData): Stat[] {
  const { startTime, endTime, maxDataPoints, interval, timezone: timeZone } = request ?? {};
  const time = (value: { valueOf(): number }) => dateTimeFormat(value.valueOf(), { timeZone });
  const durationMs = startTime && endTime ? endTime - startTime : undefined;
  const duration = durationMs === undefined ? '–' : formattedValueToString(getValueFormat('ms')(durationMs));
  return [
    { name: text('inspect.duration'), value: duration },
    { name: text('inspect.range'), value: `${time(timeRange.from)} – ${time(timeRange.to)}` },
    { name: text('inspect.maxDataPoints'), value: String(maxDataPoints ?? '–') },
    { name: text('inspect.interval'), value: interval ?? '–' },
    { name: text('inspect.frameCount'), value: String(series.length) },
    { name: text('inspect.rows'), value: String(series.reduce((sum, frame) => sum + frame.length, 0)) },
  ];
}

function frameStat({ displayName = '', value, unit, decimals }: QueryResultMetaStat): Stat {
  return { name: displayName, value: formattedValueToString(getValueFormat(unit)(value, decimals)) };
}
