/** @jest-environment jsdom */
import {
  createTheme,
  type FieldConfig,
  type FieldConfigSource,
  FieldType,
  getDisplayProcessor,
  getFieldDisplayValues,
} from '@grafana/data';
import { expect, test } from '@jest/globals';
import { GREEN, GREY } from '../../src/grafana/valueColors.ts';
import { dashboardFiles } from './dashboardFiles.ts';

/* What Grafana's own functions make of the colors and texts of the dashboards when something is unknown. */

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly fieldConfig?: FieldConfigSource;
  readonly options?: { readonly reduceOptions?: { readonly calcs: string[] } };
}

const DASHBOARDS = [...dashboardFiles()].map(
  ([file, dashboard]) => [file, JSON.parse(JSON.stringify(dashboard)) as { readonly panels: Panel[] }] as const
);

const THEME = createTheme();
const GREENS = [GREEN, 'green', THEME.visualization.getColorByName('green')];

/** The configurations that the fields of a panel can have: the defaults, alone and with each override. */
function fieldConfigs({ defaults, overrides }: FieldConfigSource): FieldConfig[] {
  const overridden = overrides.map(({ properties }) => {
    const config: Record<string, unknown> = { ...defaults };
    for (const { id, value } of properties) {
      // As Grafana does: mappings are added before those that exist.
      config[id] = id === 'mappings' ? [...(value as []), ...(defaults.mappings ?? [])] : (value as unknown);
    }
    return config;
  });
  return [defaults, ...overridden];
}

const single = DASHBOARDS.flatMap(([file, { panels }]) =>
  panels
    .filter(({ type }) => ['stat', 'gauge', 'bargauge'].includes(type))
    .map((panel) => [file, panel.title, panel] as const)
);

test.each(single)('%s: %s is grey and says what is unknown when nothing arrives', (_, __, { fieldConfig }) => {
  const reduceOptions = { calcs: ['lastNotNull'], values: false };
  const [nothing] = getFieldDisplayValues({
    data: [],
    fieldConfig: fieldConfig!,
    reduceOptions,
    replaceVariables: (text) => text,
    theme: THEME,
  });
  expect(nothing?.display).toMatchObject({ color: GREY });
  expect(nothing?.display.text).not.toMatch(/^$|No data|\d/);
});

test.each(single)('%s: %s is grey for an unknown number', (_, __, { fieldConfig }) => {
  for (const config of fieldConfigs(fieldConfig!).filter(({ color }) => color?.fixedColor !== 'transparent')) {
    const display = getDisplayProcessor({
      field: { name: 'a', type: FieldType.number, config, values: [] },
      theme: THEME,
    });
    for (const unknown of [null, undefined, NaN]) {
      expect(display(unknown)).toMatchObject({ color: GREY, text: expect.stringMatching(/\D/) as unknown });
    }
  }
});

test.each(single)('%s: %s is green only from a number on, and never for a word that nobody knows', (_, __, panel) => {
  for (const config of fieldConfigs(panel.fieldConfig!).filter(({ unit = '' }) => !unit.startsWith('time:'))) {
    expect(GREENS).not.toContain(config.thresholds?.steps[0]?.color);
    const display = getDisplayProcessor({
      field: { name: 'a', type: FieldType.string, config, values: [] },
      theme: THEME,
    });
    expect(GREENS).not.toContain(display('en_mantenimiento').color);
  }
});

test.each(single)('%s: %s has no calculation that makes a number of nothing', (_, __, { options }) => {
  expect(['sum', 'count', 'diff', 'range']).not.toContain(options?.reduceOptions?.calcs[0]);
});

test('no table colors its cells by thresholds, which begin with green', () => {
  const colored = DASHBOARDS.flatMap(([, { panels }]) => panels.filter(({ type }) => type === 'table')).flatMap(
    ({ title, fieldConfig }) =>
      fieldConfigs(fieldConfig!).flatMap((config) =>
        'custom.cellOptions' in config && config.color?.mode !== 'fixed' ? [title] : []
      )
  );
  expect(colored).toEqual([]);
});
