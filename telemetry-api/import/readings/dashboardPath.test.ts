import { dashboardPath } from './dashboardPath.ts';

const [fromMs, toMs] = [1_700_000_000_000, 1_700_100_000_000];

function path(...names: Array<[device: string, tag: string]>): string | undefined {
  const tags = new Map(names.map(([device, tag], id) => [id, { device, tag }]));
  return dashboardPath({ tags, firstMs: fromMs, lastMs: toMs });
}

test('one tag has the dashboard of a tag, with the time of its last reading', () => {
  expect(path(['PRESS 1', 'temp&p'])).toBe(
    '/d/plant-tag?var-device=PRESS%201&var-tag=temp%26p&from=1700000000000&to=1700100000001'
  );
});

test('several tags have the dashboard of the first device', () => {
  expect(path(['A', 't'], ['B', 't'], ['A', 'u'])).toBe(
    '/d/plant-device?var-device=A&var-tag=t&var-tag=u&from=1700000000000&to=1700100000001'
  );
});

test('one reading has an hour around it', () => {
  const tags = new Map([[1, { device: 'A', tag: 't' }]]);
  expect(dashboardPath({ tags, firstMs: 7_200_000, lastMs: 7_200_000 })).toContain('&from=5400000&to=9000001');
});

test('nothing imported has no dashboard', () => {
  expect(path()).toBeUndefined();
});
