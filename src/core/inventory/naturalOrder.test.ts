import { compareNaturally } from './naturalOrder';

it('sorts numbers by their value, and letters whatever their case or accent', () => {
  const texts = ['pump 10', 'Zone', 'Área', 'Pump 2', 'area 1', 'pump 2'];
  expect(texts.sort(compareNaturally)).toEqual(['Área', 'area 1', 'pump 2', 'Pump 2', 'pump 10', 'Zone']);
});
