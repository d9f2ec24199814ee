import { type DataFrame, FieldType } from '@grafana/data';
import { framesToCsv } from './framesToCsv.ts';

const FRAME: DataFrame = {
  length: 2,
  fields: [
    { name: 'time', type: FieldType.time, config: {}, values: [0, 1000] },
    { name: '+24V', type: FieldType.number, config: { displayNameFromDS: '=1+1' }, values: [-1.5, 2] },
    { name: 'rule', type: FieldType.string, config: {}, values: ['=cmd|"/C calc"!A0', 'High'] },
    { name: 'unit', type: FieldType.string, config: {}, values: ['@SUM(A1)', null] },
  ],
};

it('writes numbers and ISO times, and no text or name as a formula', () => {
  expect(framesToCsv([FRAME], 'utc').split(/\r?\n/).filter(Boolean)).toEqual([
    `"time","'=1+1","rule","unit"`,
    `1970-01-01T00:00:00.000+00:00,-1.5,"'=cmd|""/C calc""!A0",'@SUM(A1)`,
    '1970-01-01T00:00:01.000+00:00,2,High,',
  ]);
});
