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

const SENTENCES: ReadonlyArray<readonly [change: Partial<PeriodsQuery>, sentence: string]> = [
  [condition('>', '8.4'), 'When CMP-101 · presion is above 8.4 bar'],
  [
    { ...condition('>', '8.4'), minDuration: '1m', joinWithin: '30s' },
    'When CMP-101 · presion is above 8.4 bar for at least 1 min, interruptions up to 30 s included',
  ],
  [
    { ...condition('>=', '2'), joinWithin: '5m' },
    'When CMP-101 · presion is at least 2 bar, interruptions up to 5 min included',
  ],
  [
    { ...condition('<', '$limit'), minDuration: '$short' },
    'When CMP-101 · presion is below $limit for at least $short',
  ],
  [condition('<=', 'high'), 'When CMP-101 · presion is at most High (8.4 bar)'],
  [condition('=', 'atasco'), 'When CMP-101 · presion is atasco'],
  [condition('!=', '0'), 'When CMP-101 · presion is not 0 bar'],
  [condition('between', '2', '4'), 'When CMP-101 · presion is between 2 bar and 4 bar'],
  [condition('outside', '2', '4'), 'When CMP-101 · presion is below 2 bar or above 4 bar'],
  [
    { ...condition('>', '8'), devices: ['A', 'B', 'C', 'D'], sites: ['Bilbao'] },
    'When Bilbao · A, B, C, … · presion is above 8 bar',
  ],
  [condition('unchanged', 'usual'), 'When CMP-101 · presion is unchanged for longer than usual'],
  [condition('unchanged', '4h'), 'When CMP-101 · presion is unchanged for at least 4 h'],
  [condition('>', ''), 'The states of CMP-101 · presion'],
];

const sentence = (change: Partial<PeriodsQuery>) =>
  periodsSentence({ ...DEFAULT_PERIODS_QUERY, refId: 'A', ...PRESSURE, ...change }, TAG);

it.each(SENTENCES)('%j is read back', (change, expected) => {
  expect(sentence(change)).toBe(expected);
});

it('is read back in Spanish', async () => {
  await initPluginTranslations(PLUGIN_ID);
  i18next.addResourceBundle('es-ES', PLUGIN_ID, spanish);
  await i18next.changeLanguage('es-ES');
  expect(sentence({ ...condition('outside', '2', '4'), minDuration: '1m', joinWithin: '30s' })).toBe(
    'Cuando CMP-101 · presion está por debajo de 2 bar o por encima de 4 bar durante al menos 1 min, con interrupciones de hasta 30 s incluidas'
  );
  await i18next.changeLanguage('en-US');
});
