import { expect } from '@grafana/plugin-e2e';
import { addValue, explorePath, selectOption, test } from './telemetryTest.ts';

test('the plugin works in the frontend sandbox', async ({ page, request, dataSource, explorePage }) => {
  const settings = (await (await request.get('/api/frontend/settings')).json()) as {
    readonly enableFrontendSandboxForPlugins?: readonly string[];
  };
  const isSandboxed = settings.enableFrontendSandboxForPlugins?.includes(dataSource.type);
  test.skip(!isSandboxed, `enable_frontend_sandbox_for_plugins does not name ${dataSource.type} in this Grafana`);
  await page.goto(explorePath(dataSource, { kind: 'devices' }));
  const editor = explorePage.getQueryEditorRow('A').locator(`[data-plugin-sandbox="${dataSource.type}"]`);
  await expect(editor.getByText('Device types', { exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'CMP-101' })).toBeVisible();
  await selectOption(editor, 'History');
  await addValue(explorePage.getQueryEditorRow('A'), 'Devices', 'Compresor de aire 1');
  await addValue(explorePage.getQueryEditorRow('A'), 'Tags', 'Presión de descarga');
  await expect(explorePage.timeSeriesPanel.locator.getByText(/Presión de descarga/).first()).toBeVisible();
});
