import '../editors/test/jsdomLayout';
import { initPluginTranslations } from '@grafana/i18n';
import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import React from 'react';
import { of } from 'rxjs';
import english from './en-US/telemetria-industrial-datasource.json';
import spanish from './es-ES/telemetria-industrial-datasource.json';
import pluginJson from '../plugin.json';
import { DEFAULT_HISTORY_QUERY } from '../kinds/history/historyQuery';
import { DEFAULT_VARIABLE_QUERY } from '../query/variableQuery';
import { annotationsFrame } from '../kinds/alerts/frames/annotationsFrame';
import { ConfigEditor } from '../editors/config/ConfigEditor';
import { resolutionText } from '../kinds/history/editor/ResolutionSummary';
import { QueryEditor } from '../kinds/editor/QueryEditor';
import { answerStatus } from '../editors/test/answerStatus';
import { plantSource } from '../editors/test/plant';
import { SETTINGS } from '../editors/test/settings';
import { VariableQueryEditor } from '../editors/variable/VariableQueryEditor';

const ignore = () => undefined;

describe('in Spanish', () => {
  beforeAll(async () => {
    await initPluginTranslations(pluginJson.id);
    i18next.addResourceBundle('es-ES', pluginJson.id, spanish);
    await i18next.changeLanguage('es-ES');
  });
  afterAll(() => i18next.changeLanguage('en-US'));

  it('labels the query editor', async () => {
    const query = { ...DEFAULT_HISTORY_QUERY, refId: 'A' };
    render(<QueryEditor datasource={plantSource()} query={query} onChange={ignore} onRunQuery={ignore} />);
    expect(await screen.findByLabelText('Dispositivos')).toHaveAttribute('placeholder', 'Seleccionar dispositivos');
    for (const label of ['Tags', 'Intervalo', 'Estadísticas', 'Leyenda']) {
      expect(screen.getByLabelText(label)).toBeInTheDocument();
    }
    expect(screen.getByRole('radio', { name: 'Histórico' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Opciones' })).toBeInTheDocument();
    expect(screen.getByText('Pasos vacíos: Dejar un hueco')).toBeInTheDocument();
    expect(screen.getByText('Elija un dispositivo y un tag')).toBeInTheDocument();
  });

  it('labels the configuration editor', () => {
    answerStatus(of({}));
    render(<ConfigEditor options={SETTINGS} onOptionsChange={ignore} />);
    expect(screen.getByLabelText(/^Clave de API/)).toBeInTheDocument();
    expect(screen.getByLabelText(/^Máximo de peticiones simultáneas/)).toBeInTheDocument();
    expect(screen.getByLabelText(/^Ventana de llegada tardía/)).toBeInTheDocument();
  });

  it('describes a variable query', async () => {
    const query = { ...DEFAULT_VARIABLE_QUERY, site: '$site', deviceType: 'horno' };
    render(<VariableQueryEditor datasource={plantSource()} query={query} onChange={ignore} onRunQuery={ignore} />);
    expect(await screen.findByText(/^Muestra los dispositivos de la sede \$site, de tipo horno\./)).toBeInTheDocument();
  });

  it('words alerts, and formats their values with three decimals at most', () => {
    const atEpochMs = Date.UTC(2026, 2, 3);
    const alert = {
      id: '1',
      rule: 'Presión alta',
      device: 'COMP-01',
      tag: 'presion',
      severity: 'critica',
      state: 'cerrada',
      startEpochMs: atEpochMs,
      openedEpochMs: atEpochMs,
      acknowledgedEpochMs: undefined,
      endEpochMs: atEpochMs,
      startValue: 0.1 + 0.2,
      peakValue: 12345.67891,
    };
    const labels = {
      site: '',
      area: '',
      device: '',
      deviceName: 'Compresor 1',
      deviceType: '',
      tag: '',
      name: 'Presión',
      fullName: 'Presión',
      unit: 'bar',
      type: '',
    };
    const options = { refId: 'A', timeZone: 'utc', rangeEndEpochMs: atEpochMs, notices: [], ofPanel: undefined };
    const values = (name: string) =>
      annotationsFrame([{ alert, labels, profile: { states: [], limits: {} } }], options).fields.find(
        (field) => field.name === name
      )?.values;
    expect(values('text')).toEqual(['Compresor 1 · Presión: 0,3 bar al inicio · pico 12.345,679 bar']);
    expect(values('tags')).toEqual([['Crítica', 'Terminada']]);
  });

  it('uses the plural forms and number format of Spanish', () => {
    const one = { level: '1m', step: '15m', rows: 1, requests: 1 };
    expect(resolutionText([one])).toBe(
      'Un punto cada 15 minutos, calculado a partir de agregados de 1 minuto · 1 fila · 1 petición'
    );
    expect(resolutionText([{ ...one, rows: 2_000_000 }])).toContain('2.000.000 de filas');
    expect(resolutionText([{ ...one, rows: 12_345 }])).toContain('12.345 filas');
    expect(resolutionText([{ ...one, level: 'raw', step: 'raw', loadedRows: 12_345, shownRows: 2_000 }])).toContain(
      '12.345 lecturas sin agregar, reducidas a 2000 puntos'
    );
  });
});

it('has a Spanish text for every English text', () => {
  const missing = listKeys(english).filter((key) => !listKeys(spanish).includes(key));
  expect(missing).toEqual([]);
  expect(listEmpty(spanish)).toEqual([]);
});

function listEntries(texts: object, prefix = ''): Array<[key: string, text: unknown]> {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? listEntries(value, `${prefix}${key}.`) : [[prefix + key, value]]
  );
}

function listKeys(texts: object): string[] {
  return listEntries(texts).map(([key]) => key);
}

function listEmpty(texts: object): string[] {
  return listEntries(texts)
    .filter(([, text]) => text === '')
    .map(([key]) => key);
}
