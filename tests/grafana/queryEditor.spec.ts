import { expect } from '@grafana/plugin-e2e';
import { addValue, test } from './telemetryTest.ts';

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
