import type { DataFrame, PanelData } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import React from 'react';
import { DEFAULT_HISTORY_QUERY } from '../historyQuery';
import { ResolutionSummary, resolutionText } from './ResolutionSummary';

const COST = { rows: 60, requests: 1 };
const RAW = { level: 'raw', step: undefined, ...COST };
const FIVE_MINUTES_MS = 5 * 60_000;

it.each([
  ['all readings', [{ ...RAW, loadedRows: 60, shownRows: 60 }], 'All raw readings'],
  [
    'the readings of all series together',
    [
      { ...RAW, loadedRows: 12_000, shownRows: 1_900 },
      { ...RAW, loadedRows: 345, shownRows: 100 },
    ],
    '12,345 raw readings, downsampled to 2,000 points',
  ],
  [
    'buckets that all have data',
    [{ level: '1m', step: '1m', spacingMs: 60_000, ...COST }],
    'One point every 1 minute, directly from the server',
  ],
  [
    'buckets of which most are empty',
    [{ level: '1m', step: '1m', spacingMs: FIVE_MINUTES_MS, ...COST }],
    'Buckets of 1 minute, with data about every 5 minutes',
  ],
  [
    'steps of which most are empty',
    [{ level: '1m', step: '2m', spacingMs: FIVE_MINUTES_MS + 60_000, ...COST }],
    'Steps of 2 minutes, calculated from buckets of 1 minute, with data about every 6 minutes',
  ],
  [
    'steps of readings of which most are empty',
    [{ level: 'raw', step: '1s', spacingMs: 5_000, ...COST }],
    'Steps of 1 second, calculated from raw readings, with data about every 5 seconds',
  ],
  [
    'a month, which may be longer than usual',
    [{ level: '1d', step: '1M', spacingMs: 31 * 86_400_000, ...COST }],
    'One point every 1 month, calculated from buckets of 1 day',
  ],
  [
    'a single value',
    [{ level: '1h', step: 'range', ...COST }],
    'One value for the whole time range, calculated from buckets of 1 hour',
  ],
])('describes %s', (_, series, text) => {
  expect(resolutionText(series)?.split(' · ')[0]).toBe(text);
});

it('describes each kind of series once', () => {
  const buckets = { level: '1m', step: '1m', ...COST };
  expect(resolutionText([buckets, { ...RAW, loadedRows: 60, shownRows: 60 }, buckets])).toBe(
    'All raw readings · One point every 1 minute, directly from the server · 3 series · 180 rows · 3 requests'
  );
});

it('describes the rows of a table together, as the frames of series', () => {
  const query = { ...DEFAULT_HISTORY_QUERY, refId: 'A', devices: ['P-1'], tags: ['t'] };
  const summary = { level: '1h', step: 'range', ...COST };
  const frame = (refId: string, custom: unknown) => ({ refId, fields: [], length: 0, meta: { custom } }) as DataFrame;
  const series = [frame('A', { summary: [summary, summary] }), frame('A', { summary }), frame('B', { summary })];
  render(<ResolutionSummary query={query} data={{ series } as unknown as PanelData} />);
  expect(
    screen.getByText(/^One value for the whole time range.* · 3 series · 180 rows · 3 requests$/)
  ).toBeInTheDocument();
});
