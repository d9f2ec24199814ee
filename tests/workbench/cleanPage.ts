import { test as base, expect, type Page } from '@playwright/test';

/** A test that fails if the page throws an error, logs an error or receives an HTTP error. */
export const test = base.extend<{ pageErrors: string[] }>({
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') {
          errors.push(message.text());
        }
      });
      page.on('response', (response) => {
        if (response.status() >= 400) {
          errors.push(`${response.status()} ${response.url()}`);
        }
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Boot data that the server embeds in the page. */
export interface Boot {
  readonly dataSourceUid: string;
  readonly dashboards: Array<{ uid: string; title: string }>;
  readonly pluginName: string;
}

/** Opens the workbench and reads its boot data. */
export async function openWorkbench(page: Page, path = '/'): Promise<Boot> {
  await page.goto(path);
  return page.evaluate(() => {
    const { settings, workbench } = (window as unknown as { grafanaBootData: BootData }).grafanaBootData;
    const dataSourceUid = settings.datasources[settings.defaultDatasource]?.uid ?? '';
    return { dataSourceUid, dashboards: workbench.dashboards, pluginName: workbench.plugin.name };
  });
}

interface BootData {
  readonly settings: { defaultDatasource: string; datasources: Record<string, { uid: string }> };
  readonly workbench: { plugin: { name: string }; dashboards: Array<{ uid: string; title: string }> };
}
