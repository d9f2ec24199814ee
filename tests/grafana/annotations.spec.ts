import { expect } from '@grafana/plugin-e2e';
import { test } from './telemetryTest.ts';

test('the annotation editor finds the alerts of the time range', async ({ page, annotationEditPage, dataSource }) => {
  await annotationEditPage.datasource.set(dataSource.name);
  await expect(page.getByText('Severities', { exact: true })).toBeVisible();
  const { testButton } = annotationEditPage.ctx.selectors.components.Annotations.editor;
  await annotationEditPage.getByGrafanaSelector(testButton).click();
  await expect(page.getByText(/^[1-9]\d* events? \(from \d+ fields\)/)).toBeVisible();
});
