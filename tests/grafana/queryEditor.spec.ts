import { expect } from '@grafana/plugin-e2e';
import { addValue, selectOption, test } from './telemetryTest.ts';

interface KindInTable {
  readonly kind: string;
  /** An option to select after the type. */
  readonly option?: string;
  /** Columns at the left edge: Grafana renders only what is in view. */
  readonly columns: readonly string[];
  /** Cells of the first rows. */
  readonly cells: readonly RegExp[];
}

const TABLES: readonly KindInTable[] = [
  {
    kind: 'Latest values',
    columns: ['Device', 'Tag', 'Value', 'Unit'],
    cells: [/^Bomba de pozo 1$/, /^Presión de impulsión$/, /^\d+\.\d+$/, /^bar$/],
  },
  {
    kind: 'Alerts',
    option: 'Open or acknowledged',
    columns: ['Start', 'Duration', 'Severity', 'State'],
    cells: [/^Critical$/, /^Rodamiento caliente$/],
  },
  { kind: 'Inventory', columns: ['Name', 'Code', 'Type'], cells: [/^Compresor de aire 1$/, /^CMP-101$/] },
  { kind: 'Exports', columns: ['State', 'Progress'], cells: [/^Processing$/, /^Expired$/] },
];

for (const { kind, option, columns, cells } of TABLES) {
  test(`a table panel shows what the query type ${kind} loads`, async ({
    dataSource: { uid, type },
    saveDashboard,
    gotoPanelEditPage,
  }) => {
    const datasource = { uid, type };
    // A saved panel: `setVisualization` closes the picker with which a new panel opens in 12.4, and then waits for it.
    const panelEditPage = await gotoPanelEditPage({
      dashboard: {
        uid: await saveDashboard({
          title: `A table of the query type ${kind}`,
          panels: [
            {
              id: 1,
              type: 'table',
              title: kind,
              datasource,
              gridPos: { x: 0, y: 0, w: 24, h: 10 },
              targets: [{ refId: 'A', datasource }],
            },
          ],
        }),
      },
      id: '1',
    });
    const editor = panelEditPage.getQueryEditorRow('A');
    for (const choice of option === undefined ? [kind] : [kind, option]) {
      await selectOption(editor, choice);
    }
    const { fieldNames, data } = panelEditPage.panel;
    for (const column of columns) {
      await expect(fieldNames.filter({ hasText: column }).first()).toBeVisible();
    }
    for (const cell of cells) {
      await expect(data.filter({ hasText: cell }).first()).toBeVisible();
    }
    await expect(panelEditPage.panel.getErrorIcon()).toHaveCount(0);
  });
}

test('a new panel shows the trend of a device and tag from the lists of the plant', async ({
  panelEditPage,
  dataSource,
}) => {
  await panelEditPage.datasource.set(dataSource.name);
  const editor = panelEditPage.getQueryEditorRow('A');
  await addValue(editor, 'Devices', 'Depósito de agua tratada');
  await addValue(editor, 'Tags', 'Nivel');
  await expect(editor.getByText(/ rows · \d+ requests?$/)).toBeVisible();
  await expect(panelEditPage.panel.getErrorIcon()).toHaveCount(0);
  await panelEditPage.toggleTableView();
  await expect(panelEditPage.panel.data.filter({ hasText: /^\d+(\.\d+)?%$/ }).first()).toBeVisible();
});
