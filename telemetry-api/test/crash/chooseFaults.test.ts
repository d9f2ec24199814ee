import { chooseFaults } from './chooseFaults.ts';

test('the short form has no fault of the disk, unless it is named', () => {
  expect(chooseFaults(undefined, true)).toEqual({ ...chooseFaults(undefined, false), diskFaults: [] });
  expect(chooseFaults('power cut', true)).toEqual({ killTargets: [], diskFaults: ['power cut'] });
});

test('only what is named is chosen', () => {
  expect(chooseFaults('full disk, service', false)).toEqual({ killTargets: ['service'], diskFaults: ['full disk'] });
});

test('an unknown fault is an error that lists the known ones', () => {
  expect(() => chooseFaults('service,fire', false)).toThrow(
    /^Unknown fault "fire". Available faults: importer, service, .*full disk, power cut, full disk of exports\.$/
  );
});
