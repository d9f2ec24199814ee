import { areQualities, readQuality } from './quality.ts';

test.each([
  ['good', ['Good', 'GOOD', 'good', 'Good, Local Override', 'GoodClamped', 'OK', 'Válido', 'Buena']],
  ['good', ['192', '216', '0xC0', '49344', '0x00000000', '0x00A60000']],
  ['uncertain', ['Uncertain', 'UncertainLastUsableValue', 'dudosa', '64', '1083179008', '0x40000000']],
  ['bad', ['Bad', 'BAD', 'Bad_NoCommunication', 'Malo', 'inválida', 'Error', 'erróneo']],
  ['bad', ['0', '24', '2147483648', '-2147483648', '0x80000000', '2156527616']],
  [undefined, ['', 'Badge', 'Goodwill', 'Mall', 'RUN', 'no válido', '150', '3221225472', '70000', '1.5', '-1']],
])('%s: %j', (quality, texts) => {
  expect(texts.map((text) => readQuality(text))).toEqual(texts.map(() => quality));
});

test.each([
  [true, ['Good', 'Bad']],
  [true, ['Bad', 'Bad']],
  [true, ['192', '0', '192']],
  [true, ['0x80000000', '0x00000000']],
  [false, ['0', '0', '4']],
  [false, ['192', '193', '0']],
  [false, ['OK', 'Error']],
  [false, ['Good', 'RUN']],
  [false, []],
])('%s: the cells %j of a column of any name are qualities', (are, cells) => {
  expect(areQualities(cells)).toBe(are);
});
