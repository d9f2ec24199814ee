/** Of durations in seconds: `1 d 02:03:04`. Grafana writes its others in English, such as `2.08 mins`. */
export const DURATION_UNIT = 'dtdhms';

/**
 * What plants write for their units, and the id that Grafana formats them by. Case matters: `m` is not `M`. Hours and minutes are not among
 * them: Grafana would write the operating hours of a pump in years.
 */
const GRAFANA_UNIT: Readonly<Record<string, string>> = {
  '°C': 'celsius',
  ºC: 'celsius',
  degC: 'celsius',
  '°F': 'fahrenheit',
  K: 'kelvin',
  '%': 'percent',
  '%RH': 'humidity',
  '%HR': 'humidity',
  W: 'watt',
  kW: 'kwatt',
  MW: 'megwatt',
  VA: 'voltamp',
  kVA: 'kvoltamp',
  var: 'voltampreact',
  kvar: 'kvoltampreact',
  kVAr: 'kvoltampreact',
  Wh: 'watth',
  kWh: 'kwatth',
  J: 'joule',
  A: 'amp',
  mA: 'mamp',
  V: 'volt',
  kV: 'kvolt',
  mV: 'mvolt',
  Ω: 'ohm',
  bar: 'pressurebar',
  mbar: 'pressurembar',
  kPa: 'pressurekpa',
  hPa: 'pressurehpa',
  psi: 'pressurepsi',
  'L/min': 'flowlpm',
  'l/min': 'flowlpm',
  'L/h': 'litreh',
  'l/h': 'litreh',
  L: 'litre',
  l: 'litre',
  mL: 'mlitre',
  'm³': 'm3',
  m3: 'm3',
  'Nm³': 'Nm3',
  rpm: 'rotrpm',
  Hz: 'rothz',
  'm/s': 'velocityms',
  'km/h': 'velocitykmh',
  'm/s²': 'accMS2',
  m: 'lengthm',
  mm: 'lengthmm',
  km: 'lengthkm',
  kg: 'masskg',
  g: 'massg',
  t: 'masst',
  s: 's',
  ms: 'ms',
  ppm: 'ppm',
  dB: 'dB',
  'g/m³': 'congm3',
  'mg/m³': 'conmgm3',
};

/**
 * The unit id for a unit as the server writes it. One that Grafana has no formatter for is shown behind the number
 * as it stands; no unit stays without one.
 */
export function grafanaUnit(unit: string): string | undefined {
  const written = unit.trim();
  if (written === '') {
    return undefined;
  }
  return Object.hasOwn(GRAFANA_UNIT, written) ? GRAFANA_UNIT[written] : `suffix:${written}`;
}

/**
 * The unit id for the readings of a counter, without prefixes: those of a large counter differ only in digits that a prefix
 * hides, so that every tick of an axis would say 3.98 GWh.
 */
export function counterUnit(unit: string): string | undefined {
  const written = unit.trim();
  return written === '' ? undefined : `suffix:${written}`;
}

/** Values of one unit are formatted with it; a column of several units shows plain numbers beside the unit. */
export function commonUnit(units: Iterable<string>): { readonly unit?: string } {
  const [unit, ...others] = new Set(units);
  return unit === undefined || others.length > 0 ? {} : { unit: grafanaUnit(unit) };
}

/** For how many there are of something: digits in groups, by the language of the browser. */
export const COUNT_UNIT = 'locale';
