import type { TagLimits } from '../../../core/inventory/tagProfile';
import { type SeriesValues, valueConfigs } from './valueConfig';

const LIMITS: TagLimits = { low: 2, high: 8 };

function series(change: Partial<SeriesValues> = {}): SeriesValues {
  return { states: [], limits: LIMITS, unit: 'bar', isGraph: true, ...change };
}

/** Of each series, the colors of its thresholds, whether they are lines, and the range of its axis. */
function describeConfigs(all: readonly SeriesValues[], ownsAxes = true) {
  return valueConfigs(all, ownsAxes).map(({ thresholdsConfig: { thresholds, custom }, axisConfig }) => [
    thresholds?.steps.map(({ color }) => color).join(' '),
    JSON.stringify(custom),
    Object.values(axisConfig).join(' to '),
  ]);
}

const LINES = '{"thresholdsStyle":{"mode":"line"}}';
const SHOWN = ['orange transparent orange', LINES, '2 to 8'];
const NOT_SHOWN = [undefined, undefined, ''];

it('limits are lines of a graph, and in the range of its axis', () => {
  expect(describeConfigs([series()])).toEqual([SHOWN]);
  expect(describeConfigs([series({ limits: { high: 0 } })])).toEqual([['transparent orange', LINES, '0']]);
});

it('of an axis, limits are shown if all series have the same', () => {
  expect(describeConfigs([series(), series()])).toEqual([SHOWN, SHOWN]);
  expect(describeConfigs([series(), series({ limits: { high: 8 } })])).toEqual([NOT_SHOWN, NOT_SHOWN]);
  expect(describeConfigs([series(), series({ limits: {} })])).toEqual([NOT_SHOWN, NOT_SHOWN]);
  expect(describeConfigs([series(), series({ limits: {}, unit: '°C' })])).toEqual([SHOWN, NOT_SHOWN]);
});

it('an axis keeps its range if other lines share it', () => {
  expect(describeConfigs([series()], false)).toEqual([[SHOWN[0], LINES, '']]);
});

it('in other panels, limits are the colors of each value', () => {
  const values = [series({ isGraph: false }), series({ isGraph: false, limits: { highHigh: 9 } })];
  expect(describeConfigs(values)).toEqual([
    ['orange green orange', undefined, ''],
    ['green red', undefined, ''],
  ]);
});

it('names of states do not depend on the other series', () => {
  const states = [{ value: 0, name: 'off' }];
  const [named, other] = valueConfigs([series({ states }), series({ limits: {} })], true);
  expect(named?.valueConfig.mappings?.[0]).toMatchObject({ options: { 0: { text: 'off' } } });
  expect(other?.valueConfig).toEqual({});
});

it('states have a legend in a state timeline, which has none for colors by value', () => {
  const states = [{ value: 0, name: 'off' }];
  const configs = valueConfigs([series({ states, isGraph: false }), series({ states })], true);
  expect(configs.map(({ valueConfig }) => valueConfig.color?.mode)).toEqual(['palette-classic', undefined]);
});
