import { initPluginTranslations } from '@grafana/i18n';
import i18next from 'i18next';
import spanish from '../../../locales/es-ES/telemetria-industrial-datasource.json';

import { DEFAULT_PERIODS_QUERY, type PeriodsQuery } from '../periodsQuery';
import { periodsSentence } from './periodsSentence';

const PLUGIN_ID = 'telemetria-industrial-datasource';
const PRESSURE = { devices: ['CMP-101'], tags: ['presion'] };
const TAG = {
  unit: 'bar',
  profile: { states: [{ value: 2, name: 'atasco' }], limits: { high: 8.4 } },
};

function condition(operator: PeriodsQuery['condition']['operator'], value: string, upper = '') {
  return { condition: { operator, value, upper } };
}

const SENTENCES: ReadonlyArray<readonly [change: Partial<PeriodsQuery>, english: string, inSpanish: string]> = [
  [
    condition('>', '8.4'),
    'When CMP-101 · presion is above 8.4 bar',
    'Cuando CMP-101 · presion está por encima de 8.4 bar',
  ],
  [
    { ...condition('>', '8.4'), minDuration: '1m', joinWithin: '30s' },
    'When CMP-101 · presion is above 8.4 bar for at least 1 min, interruptions up to 30 s included',
    'Cuando CMP-101 · presion está por encima de 8.4 bar durante al menos 1 min, con interrupciones de hasta 30 s incluidas',
  ],
  [
    { ...condition('>=', '2'), joinWithin: '5m' },
    'When CMP-101 · presion is at least 2 bar, interruptions up to 5 min included',
    'Cuando CMP-101 · presion vale al menos 2 bar, con interrupciones de hasta 5 min incluidas',
  ],
  [
    { ...condition('<', '$limit'), minDuration: '$short' },
    'When CMP-101 · presion is below $limit for at least $short',
    'Cuando CMP-101 · presion está por debajo de $limit durante al menos $short',
  ],
  [
    condition('<=', 'high'),
    'When CMP-101 · presion is at most High (8.4 bar)',
    'Cuando CMP-101 · presion vale como máximo Alto (8.4 bar)',
  ],
  [condition('=', 'atasco'), 'When CMP-101 · presion is atasco', 'Cuando CMP-101 · presion es atasco'],
  [condition('!=', '0'), 'When CMP-101 · presion is not 0 bar', 'Cuando CMP-101 · presion no es 0 bar'],
  [
    condition('between', '2', '4'),
    'When CMP-101 · presion is between 2 bar and 4 bar',
    'Cuando CMP-101 · presion está entre 2 bar y 4 bar',
  ],
  [
    condition('outside', '2', '4'),
    'When CMP-101 · presion is below 2 bar or above 4 bar',
    'Cuando CMP-101 · presion está por debajo de 2 bar o por encima de 4 bar',
  ],
  [
    { ...condition('>', '8'), devices: ['A', 'B', 'C', 'D'], sites: ['Bilbao'] },
    'When Bilbao · A, B, C, … · presion is above 8 bar',
    'Cuando Bilbao · A, B, C, … · presion está por encima de 8 bar',
  ],
  [
    condition('unchanged', 'usual'),
    'When CMP-101 · presion is unchanged for longer than usual',
    'Cuando CMP-101 · presion no cambia durante más tiempo del habitual',
  ],
  [
    condition('unchanged', '4h'),
    'When CMP-101 · presion is unchanged for at least 4 h',
    'Cuando CMP-101 · presion no cambia durante al menos 4 h',
  ],
  [condition('>', ''), 'The states of CMP-101 · presion', 'Los estados de CMP-101 · presion'],
];

it.each(SENTENCES)('%j is read back', (change, english) => {
  expect(periodsSentence({ ...DEFAULT_PERIODS_QUERY, refId: 'A', ...PRESSURE, ...change }, TAG)).toBe(english);
});

describe('in Spanish', () => {
  beforeAll(async () => {
    await initPluginTranslations(PLUGIN_ID);
    i18next.addResourceBundle('es-ES', PLUGIN_ID, spanish);
    await i18next.changeLanguage('es-ES');
  });
  afterAll(() => i18next.changeLanguage('en-US'));

  it.each(SENTENCES)('%j is read back', (change, _english, inSpanish) => {
    expect(periodsSentence({ ...DEFAULT_PERIODS_QUERY, refId: 'A', ...PRESSURE, ...change }, TAG)).toBe(inSpanish);
  });
});
