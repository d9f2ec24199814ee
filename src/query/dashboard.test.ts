import { containsVariable, dashboardZone } from './dashboard';

it.each([
  ['$device', true],
  ['${device:csv}', true],
  ['[[device]]', true],
  ['pre-$device', true],
  ['COMP-01', false],
  ['5 $', false],
  ['[1]', false],
])('%s contains a variable: %s', (text, expected) => {
  expect(containsVariable(text)).toBe(expected);
});

it.each([
  ['utc', 'UTC'],
  ['browser', 'Asia/Kolkata'],
  ['', 'Asia/Kolkata'],
  ['Europe/Madrid', 'Europe/Madrid'],
])('a dashboard set to %j uses the time zone %s', (timezone, zone) => {
  expect(dashboardZone(timezone, 'Asia/Kolkata')).toBe(zone);
});
