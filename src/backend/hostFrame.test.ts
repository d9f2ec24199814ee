import { FieldType } from '@grafana/data';
import { hostFrame } from './hostFrame';

function converted(type: FieldType, values: unknown[]) {
  const { fields } = hostFrame({ length: values.length, fields: [{ name: 'field', type, config: {}, values }] });
  const { name, labels, config, ...rest } = fields[0]!;
  return rest;
}

it.each([FieldType.time, FieldType.number] as const)('values of the type %s are doubles, NaN for null', (type) => {
  expect(converted(type, [1.5, null])).toEqual({ type, numbers: new Float64Array([1.5, NaN]).buffer });
});

it('booleans stay booleans', () => {
  expect(converted(FieldType.boolean, [true, false, null])).toEqual({ type: 'boolean', booleans: [true, false, null] });
});

it('texts stay texts', () => {
  expect(converted(FieldType.string, ['open', '', null])).toEqual({ type: 'string', texts: ['open', '', null] });
});

it('anything else is JSON', () => {
  expect(converted(FieldType.other, [['Critical', 'Ended'], [], null, undefined])).toEqual({
    type: 'json',
    texts: ['["Critical","Ended"]', '[]', 'null', 'null'],
  });
});
