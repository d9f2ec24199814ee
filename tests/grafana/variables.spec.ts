import { expect } from '@grafana/plugin-e2e';
import { test } from './telemetryTest.ts';

test('a new variable lists what the inventory of the plant has', async ({ page, variableEditPage, dataSource }) => {
  await variableEditPage.setVariableType('Query');
  await variableEditPage.datasource.set(dataSource.name);
  await page.getByRole('radio', { name: 'Sites', exact: true }).click({ force: true });
  await variableEditPage.runQuery();
  await expect(variableEditPage).toDisplayPreviews(['Planta de agua Maipú', 'Planta Querétaro', 'Planta Zaragoza']);
  await page.getByRole('radio', { name: 'Severities', exact: true }).click({ force: true });
  await variableEditPage.runQuery();
  await expect(variableEditPage).toDisplayPreviews(['Critical']);
});

test('the variables of a provisioned dashboard depend on each other', async ({
  page,
  selectors,
  gotoDashboardPage,
}) => {
  await gotoDashboardPage({
    uid: 'plant-overview',
    queryParams: new URLSearchParams({ 'var-site': 'Planta Querétaro' }),
  });
  const { submenuItem, submenuItemLabels } = selectors.pages.Dashboard.SubMenu;
  // The label does not name the list: its `for` has the id of a container.
  const device = page.getByTestId(submenuItem).filter({ has: page.getByTestId(submenuItemLabels('Device')) });
  await device.getByRole('combobox').click();
  await expect(page.getByRole('option', { name: 'Silo de harina (SIL-201)' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Compresor de aire 1 (CMP-101)' })).toHaveCount(0);
});
