import { dashboardZone } from './dashboardZone';

it.each([
  ['utc', 'UTC'],
  ['browser', 'Asia/Kolkata'],
  ['', 'Asia/Kolkata'],
  ['Europe/Madrid', 'Europe/Madrid'],
])('a dashboard set to %j follows the clock of %s', (timezone, zone) => {
  expect(dashboardZone(timezone, 'Asia/Kolkata')).toBe(zone);
});
