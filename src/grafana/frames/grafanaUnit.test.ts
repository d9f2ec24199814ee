import { formattedValueToString, getValueFormat } from '@grafana/data';
import { counterUnit, DURATION_UNIT, grafanaUnit } from './grafanaUnit';

function formatted(value: number, unit: string): string {
  return formattedValueToString(getValueFormat(grafanaUnit(unit))(value));
}

it.each(
  [
    '°C °F K W kW MW VA kVA kVAr Wh kWh J A mA V kV mV Ω bar mbar kPa hPa L/min L/h L mL m³ Nm³ rpm Hz m/s km/h m mm km kg g t s ms min ppm dB g/m³ mg/m³'.split(
      ' '
    ),
  ].flat()
)('formats 1 %s unchanged', (unit) => {
  expect(formatted(1, unit)).toBe(`1 ${unit}`);
});

it.each([
  ['ºC', '1 °C'],
  ['degC', '1 °C'],
  ['%', '1%'],
  ['%RH', '1 %H'],
  ['%HR', '1 %H'],
  ['var', '1 VAr'],
  ['kvar', '1 kVAr'],
  ['psi', '1psi'],
  ['l/min', '1 L/min'],
  ['l/h', '1 L/h'],
  ['l', '1 L'],
  ['m3', '1 m³'],
  ['m/s²', '1 m/sec²'],
])('formats 1 %s with the spelling of Grafana: %s', (unit, expected) => {
  expect(formatted(1, unit)).toBe(expected);
});

it('formats operating hours in hours', () => {
  expect(formatted(22_970, 'h')).toBe('22970 h');
});

it.each([
  ['m³/h', '1 m³/h'],
  ['pH', '1 pH'],
  [' uds ', '1 uds'],
  ['constructor', '1 constructor'],
  ['M', '1 M'],
])('formats 1 %s, which Grafana does not know, as the server sent it', (unit, expected) => {
  expect(formatted(1, unit)).toBe(expected);
});

it('formats the readings of a counter without prefix, so that neighbouring ticks of an axis differ', () => {
  const format = getValueFormat(counterUnit('kWh'));
  expect([3_981_234, 3_981_236].map((value) => formattedValueToString(format(value, 0)))).toEqual([
    '3981234 kWh',
    '3981236 kWh',
  ]);
  expect(counterUnit(' ')).toBeUndefined();
});

it('returns no unit for a blank one', () => {
  expect(grafanaUnit(' ')).toBeUndefined();
});

it.each([
  [1500, 'kW', '1.50 MW'],
  [0.5, 'bar', '500 mbar'],
  [25, 'mA', '25 mA'],
])('formats %d %s with a suitable prefix: %s', (value, unit, expected) => {
  expect(formatted(value, unit)).toBe(expected);
});

it.each([
  [125.4, '00:02:05'],
  [58_680, '16:18:00'],
  [93_784, '1 d 02:03:04'],
])('a duration of %d s has no words of a language: %s', (seconds, expected) => {
  expect(formattedValueToString(getValueFormat(DURATION_UNIT)(seconds))).toBe(expected);
});
