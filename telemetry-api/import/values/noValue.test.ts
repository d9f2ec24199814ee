import { isNoValue } from './noValue.ts';

test.each([
  ...['NaN', '-NaN', '1.#QNAN', '1,#IND00', 'nan(ind)', ' No Data ', 'no  data', 'NO_DATA', '#N/A', '\\N'],
  ...['-', '–', '...', '???', '#####', '<null>', '(null)', '[null]', '#DIV/0!', '#¿NOMBRE?', 'ungültig', 'Inválido'],
  ...['bad', 'Bad Input', 'Bad, Comm Failure', 'BadNoData', 'Bad_NoCommunication'],
  '[-11059] No Good Data For Calculation',
])('%j is no value', (text) => {
  expect(isNoValue(text)).toBe(true);
});

test.each([
  ...['0', '-1', '.5', '1-', '12 bar', '1.#INF', 'Infinity', 'no', 'off', 'Badge', 'bad batch 17', 'Error'],
  ...['#17', '#A17', 'NaN 5', '--5'],
])('%j is something else', (text) => {
  expect(isNoValue(text)).toBe(false);
});
