import { expect } from '@playwright/test';
import { test } from './cleanPage.ts';

/** The service of the stack; by default that of `npm start`. */
const API_URL = process.env.TELEMETRY_API_URL ?? 'http://127.0.0.1:8310';

test('the page of the API shows every operation within its strict policy, with files of the service only', async ({
  page,
}) => {
  const servers = new Set<string>();
  page.on('request', (request) => {
    if (request.url().startsWith('http')) {
      servers.add(new URL(request.url()).origin);
    }
  });
  await page.goto(`${API_URL}/docs`);
  await expect(page.getByRole('heading', { level: 1, name: /API de telemetría industrial/ })).toBeVisible();
  const document = (await (await page.request.get(`${API_URL}/openapi.json`)).json()) as { paths: object };
  await expect(page.locator('.opblock')).toHaveCount(Object.keys(document.paths).length);
  await page
    .getByRole('button', { name: /\/v1\/lecturas/ })
    .first()
    .click();
  await expect(page.getByText('Código del dispositivo.').first()).toBeVisible();
  await expect(page.locator('[data-param-name=limite]')).toContainText('maximum: 5000');
  expect([...servers]).toEqual([new URL(API_URL).origin]);
});
