import { type DataFrame, DataTopic, type Field, FieldType } from '@grafana/data';
import fc from 'fast-check';
import { cases } from '../testSupport/fuzz';
import { GAPS, withGapRows } from '../grafana/frames/gapRows';
import { inRole } from '../grafana/frames/runFrames';
import { serverFrames, sharedLabels } from './serverFrames';

const LABELS = { device: 'P1', tag: 'pressure' };
const OPTIONS = { devices: [], expressionLabels: 'tag' } as const;

type Values = Pick<Field, 'name' | 'values' | 'labels'>;

function makeFrame(...fields: readonly Values[]): DataFrame {
  const time = { name: 'time', type: FieldType.time, config: {}, values: [1, 2, 3] };
  const meta = { notices: [{ severity: 'info' as const, text: `notice of ${fields[0]!.name}` }] };
  return { length: 3, meta, fields: [time, ...fields.map((one) => ({ ...one, type: FieldType.number, config: {} }))] };
}

const listValues = (frames: readonly DataFrame[]) =>
  frames.map(({ fields }) => fields.map(({ values }) => Array.from(values as unknown[])));
const listTypes = (frames: readonly DataFrame[]) => frames.map(({ meta }) => meta?.type);
const listNotices = (frames: readonly DataFrame[]) =>
  frames.map(({ meta }) => meta?.notices?.map(({ text }) => text) ?? []);

it('leaves a series with several statistics in one frame, with a label that tells them apart', () => {
  const frames = serverFrames(
    inRole('series', [
      makeFrame({ name: 'avg', labels: LABELS, values: [1, 2, 3] }, { name: 'max', labels: LABELS, values: [4, 5, 6] }),
    ]),
    OPTIONS
  );
  expect(listTypes(frames)).toEqual(['timeseries-wide']);
  expect(frames[0]!.fields.map(({ labels }) => labels)).toEqual([
    undefined,
    { ...LABELS, statistic: 'avg' },
    { ...LABELS, statistic: 'max' },
  ]);
});

it('gives each value a frame of its own where they have values at different times', () => {
  const frames = serverFrames(
    inRole('series', [
      makeFrame(
        { name: 'avg', labels: LABELS, values: [1, 2, 3] },
        { name: 'increase', labels: LABELS, values: [null, 5, 6] }
      ),
    ]),
    OPTIONS
  );
  expect(listTypes(frames)).toEqual(['timeseries-multi', 'timeseries-multi']);
  expect(listValues(frames)).toEqual([
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      [2, 3],
      [5, 6],
    ],
  ]);
});

it('does not repeat what the labels say already', () => {
  const counts = makeFrame(
    { name: 'critical', labels: { severity: 'critical' }, values: [0, 0, 1] },
    { name: 'info', labels: { severity: 'info' }, values: [0, 0, 0] }
  );
  const [frame] = serverFrames(inRole('series', [counts]), OPTIONS);
  expect(frame?.fields.slice(1).map(({ labels }) => labels)).toEqual([{ severity: 'critical' }, { severity: 'info' }]);
});

it('leaves out gaps and empty steps, and remembers where they are', () => {
  const frames = serverFrames(
    inRole('series', [makeFrame({ name: 'avg', labels: LABELS, values: [1, null, 3] })]),
    OPTIONS
  );
  expect(listValues(frames)).toEqual([
    [
      [1, 3],
      [1, 3],
    ],
  ]);
  expect(frames[0]).toMatchObject({ length: 2, meta: { type: 'timeseries-multi', custom: { [GAPS]: [2] } } });
});

it('leaves out no row that a panel does not put back', () => {
  const rows = fc
    .array(fc.option(fc.integer(), { nil: null }), { minLength: 1 })
    .filter((values) => values.some((value) => value !== null));
  fc.assert(
    fc.property(rows, (values) => {
      const frame = { ...makeFrame({ name: 'avg', values }), length: values.length };
      const [time, ...others] = frame.fields;
      const shown = { ...frame, fields: [{ ...time!, values: values.map((_, row) => row * 10) }, ...others] };
      const restored = withGapRows({ data: serverFrames(inRole('series', [shown]), OPTIONS) }).data as DataFrame[];
      expect(restored.map(({ length }) => length)).toEqual([values.length]);
      expect(listValues(restored)).toEqual(listValues([shown]));
    }),
    cases(100)
  );
});

it.each([
  ['no rows', []],
  ['nothing but nulls', [null, null, null]],
])('leaves out a series with %s, but not its notices', (_, values) => {
  const silent = { ...makeFrame({ name: 'silent', labels: LABELS, values }), length: values.length };
  const other = makeFrame({ name: 'avg', labels: { ...LABELS, device: 'P2' }, values: [1, 2, 3] });
  const frames = serverFrames(inRole('series', [silent, other]), OPTIONS);
  expect(frames.map(({ fields }) => fields[1]?.labels?.device)).toEqual(['P2']);
  expect(listNotices(frames)).toEqual([['notice of silent', 'notice of avg']]);
});

it('has one frame without fields if no series has a value', () => {
  const silent = makeFrame({ name: 'silent', labels: LABELS, values: [null, null, null] });
  const frames = serverFrames(inRole('series', [silent, silent]), OPTIONS);
  expect(listValues(frames)).toEqual([[]]);
  expect(listTypes(frames)).toEqual(['timeseries-multi']);
});

it('has series first and the marks for panels last, without a type', () => {
  const mark: DataFrame = { ...makeFrame({ name: 'mark', values: [1] }), meta: { dataTopic: DataTopic.Annotations } };
  const frames = serverFrames(
    [
      { role: 'mark', frame: mark },
      ...inRole('series', [makeFrame({ name: 'avg', labels: LABELS, values: [1, 2, 3] })]),
    ],
    OPTIONS
  );
  expect(listTypes(frames)).toEqual(['timeseries-multi', undefined]);
});

it('leaves a table as it is', () => {
  const column = (name: string, type: FieldType) => ({ name, type, config: {}, values: [null, 1, 2] });
  const table = { length: 3, fields: [column('start', FieldType.time), column('rule', FieldType.string)] };
  expect(serverFrames(inRole('table', [table]), OPTIONS)).toEqual([table]);
});

describe('labels', () => {
  const tags = [{ key: 'pressure', name: 'Pressure', unit: 'bar', type: 'medida' }];
  const device = { code: 'P1', name: 'Pump', type: 'pump', site: 'S', area: 'A', connection: '', tags } as const;
  const options = { devices: [{ ...device, lastContactEpochMs: undefined }], expressionLabels: 'tag' } as const;
  const series = (tag: string) => makeFrame({ name: 'avg', labels: { device: 'P1', tag }, values: [1, 2, 3] });

  it('are those of the inventory, also if the frames were made before it was there', () => {
    const [frame] = serverFrames(inRole('series', [series('pressure')]), options);
    expect(frame?.fields[1]?.labels).toEqual({ ...LABELS, site: 'S', area: 'A', name: 'Pressure' });
  });

  it('can be those of the device alone', () => {
    const [frame] = serverFrames(inRole('series', [series('pressure')]), { ...options, expressionLabels: 'device' });
    expect(frame?.fields[1]?.labels).toEqual({ device: 'P1', site: 'S', area: 'A' });
  });

  it('of two tags of a device are then the same, whether they have data or not', () => {
    const silent = { ...series('flow'), length: 0 };
    expect(
      sharedLabels(inRole('series', [series('pressure'), silent]), { ...options, expressionLabels: 'device' })
    ).toMatchObject({
      device: 'P1',
    });
    expect(sharedLabels(inRole('series', [series('pressure'), silent]), options)).toBeUndefined();
  });
});
