import { MemberReader } from './jsonShape.ts';

test('the error for an invalid member names its location and the allowed type', () => {
  const reader = new MemberReader({ uid: 7, editable: 'yes', jsonData: [], list: {} }, 'plant.yaml: datasources[0]');
  expect(() => reader.string('uid')).toThrow('plant.yaml: datasources[0].uid must be a string.');
  expect(() => reader.boolean('editable')).toThrow('plant.yaml: datasources[0].editable must be true or false.');
  expect(() => reader.object('jsonData')).toThrow('plant.yaml: datasources[0].jsonData must be an object.');
  expect(() => reader.array('list')).toThrow('plant.yaml: datasources[0].list must be a list.');
  expect(() => reader.requiredString('name')).toThrow('plant.yaml: datasources[0].name must be a string that is not');
});

test('the error for a secret that is not a string does not contain its value', () => {
  const reader = new MemberReader({ secureJsonData: { apiKey: 12345678 } }, 'body');
  expect(() => reader.strings('secureJsonData')).toThrow(/^body\.secureJsonData\.apiKey must be a string\.$/);
});

test('missing and null members are undefined, or an empty list', () => {
  const reader = new MemberReader({ name: null }, 'body');
  expect([reader.string('name'), reader.boolean('none'), reader.object('none'), reader.array('none')]).toEqual([
    undefined,
    undefined,
    undefined,
    [],
  ]);
});

test.each([null, [], 'text', 3])('%j is not an object', (source) => {
  expect(() => new MemberReader(source, 'body')).toThrow('body must be an object.');
});
