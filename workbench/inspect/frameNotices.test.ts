import { getDefaultTimeRange, LoadingState, toDataFrame, type PanelData } from '@grafana/data';
import { frameJson, MAX_SHOWN_ROWS } from './frameJson.ts';
import { frameNotices } from './frameNotices.ts';

const data = (members: Partial<PanelData>): PanelData => ({
  state: LoadingState.Done,
  series: [],
  timeRange: getDefaultTimeRange(),
  ...members,
});

test('lists errors first and then the notices of all frames without duplicates', () => {
  const gap = { severity: 'warning', text: 'gap' } as const;
  const series = [
    toDataFrame({ refId: 'A', fields: [], meta: { notices: [gap, gap] } }),
    toDataFrame({ refId: 'B', fields: [], meta: { notices: [gap] } }),
    toDataFrame({ refId: 'C', fields: [] }),
  ];
  expect(frameNotices(data({ series, errors: [{ refId: 'C', message: 'no tag' }] }))).toEqual([
    { severity: 'error', text: 'no tag', refId: 'C' },
    { severity: 'warning', text: 'gap', refId: 'A' },
    { severity: 'warning', text: 'gap', refId: 'B' },
  ]);
});

test('a frame is shown with its meta and the first values of each field', () => {
  const values = Array.from({ length: MAX_SHOWN_ROWS + 1 }, (_none, index) => index);
  const meta = { custom: { plan: { level: '1m' } } };
  const shown = frameJson(
    toDataFrame({ name: 'a', refId: 'A', meta, fields: [{ name: 'n', values, config: { unit: 'celsius' } }] })
  );
  expect(shown).toMatchObject({
    name: 'a',
    refId: 'A',
    meta,
    length: MAX_SHOWN_ROWS + 1,
    fields: [{ config: { unit: 'celsius' } }],
  });
  expect(shown.fields[0]!.values).toEqual(values.slice(0, MAX_SHOWN_ROWS));
});
