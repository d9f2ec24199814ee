import { expect } from '@grafana/plugin-e2e';
import { explorePath, test } from './telemetryTest.ts';

/** What a user chooses in the preferences. */
test.use({ userPreferences: { language: 'es-ES' } });

test('the query editor and its data are in the language of the user', async ({ page, dataSource, explorePage }) => {
  await page.goto(explorePath(dataSource, { kind: 'exports' }));
  const editor = explorePage.getQueryEditorRow('A');
  for (const label of ['Histórico', 'Últimos valores', 'Alertas', 'Inventario', 'Exportaciones']) {
    await expect(editor.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('columnheader', { name: 'Progreso' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'En proceso', exact: true }).first()).toBeVisible();
});

test('the settings are in the language of the user', async ({ page, dataSource, gotoDataSourceConfigPage }) => {
  const settings = await gotoDataSourceConfigPage(dataSource.uid);
  await expect(page.getByText('Clave de API', { exact: false }).first()).toBeVisible();
  await settings.saveAndTest({ path: '/v1/valores' });
  await expect(settings).toHaveAlert('success', { hasText: 'Conectado. ' });
});
