import { type DataFrame, type Field, FieldType } from '@grafana/data';
import { alertingFrames } from './alertingFrames';

const LABELS = { device: 'P1', tag: 'pressure' };

function frameOf(...fields: Array<Pick<Field, 'name' | 'values' | 'labels'>>): DataFrame {
  const time = { name: 'time', type: FieldType.time, config: {}, values: [1, 2, 3] };
  const meta = { notices: [{ severity: 'info' as const, text: 'notice' }] };
  return { length: 3, meta, fields: [time, ...fields.map((one) => ({ ...one, type: FieldType.number, config: {} }))] };
}

it('gives each statistic of a series a frame of its own, and a label that tells them apart', () => {
  const frame = frameOf(
    { name: 'avg', labels: LABELS, values: [1, 2, 3] },
    { name: 'max', labels: LABELS, values: [4, 5, 6] }
  );
  const frames = alertingFrames([frame], []);
  expect(frames.map(({ fields }) => fields[1]?.labels)).toEqual([
    { ...LABELS, statistic: 'avg' },
    { ...LABELS, statistic: 'max' },
  ]);
  expect(frames.map(({ meta }) => meta?.notices?.length ?? 0)).toEqual([1, 0]);
});

it('does not repeat what the labels say already', () => {
  const counts = frameOf(
    { name: 'critical', labels: { severity: 'critical' }, values: [0, 0, 1] },
    { name: 'info', labels: { severity: 'info' }, values: [0, 0, 0] }
  );
  expect(alertingFrames([counts], []).map(({ fields }) => fields[1]?.labels)).toEqual([
    { severity: 'critical' },
    { severity: 'info' },
  ]);
});

it('leaves out gaps and empty steps', () => {
  const [frame] = alertingFrames([frameOf({ name: 'avg', labels: LABELS, values: [1, null, 3] })], []);
  expect(frame?.fields.map(({ values }) => values)).toEqual([
    [1, 3],
    [1, 3],
  ]);
  expect(frame?.length).toBe(2);
});
