import { expect, test as base } from '@grafana/plugin-e2e';
import type { APIRequestContext, Locator } from '@playwright/test';

/** What the tests know of a data source. */
export interface TelemetrySource {
  readonly uid: string;
  readonly name: string;
  readonly type: string;
}

interface SavedDashboard {
  readonly title: string;
  readonly panels: readonly object[];
  readonly templating?: { readonly list: readonly object[] };
}

interface TelemetryFixtures {
  readonly dataSource: TelemetrySource;
  /** Saves a dashboard until the end of the test; resolves to its UID. */
  readonly saveDashboard: (dashboard: SavedDashboard) => Promise<string>;
  /** Uncaught errors of the plugin, of which there may be none at the end of a test. Grafana has some of its own. */
  readonly pluginErrors: readonly string[];
}

export const test = base.extend<TelemetryFixtures>({
  // A session per test: Grafana renews the token of a session after ten minutes, and would sign out the tests that share the former one.
  storageState: async ({ playwright, baseURL, user }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await signIn(request, user);
    await use(await request.storageState());
    await request.dispose();
  },
  dataSource: async ({ readProvisionedDataSource }, use) => {
    await use(await readProvisionedDataSource({ fileName: 'telemetria.yaml' }));
  },
  pluginErrors: [
    async ({ page, dataSource }, use) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message, stack = '' }) => {
        if (stack.includes(dataSource.type)) {
          errors.push(message);
        }
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  saveDashboard: async ({ request }, use) => {
    const uids: string[] = [];
    await use(async (dashboard) => {
      const response = await request.post('/api/dashboards/db', { data: { dashboard, overwrite: true } });
      if (!response.ok()) {
        throw new Error(`The dashboard was not saved: ${response.status()} ${await response.text()}`);
      }
      const { uid } = (await response.json()) as { uid: string };
      uids.push(uid);
      return uid;
    });
    for (const uid of uids) {
      await request.delete(`/api/dashboards/uid/${uid}`);
    }
  },
});

export async function signIn(
  request: APIRequestContext,
  user: { readonly user: string; readonly password: string } | undefined
): Promise<void> {
  await expect(await request.post('/login', { data: user })).toBeOK();
}

/** The address of a query in Explore. */
export function explorePath(dataSource: TelemetrySource, query: object, from = 'now-24h', to = 'now'): string {
  const { uid, type } = dataSource;
  const queries = [{ refId: 'A', datasource: { uid, type }, version: 2, ...query }];
  const panes = { a: { datasource: uid, queries, range: { from, to } } };
  return `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}`;
}

/** Selects an option of buttons, such as the query type. Not `check`: the radio button itself is below its label. */
export async function selectOption(editor: Locator, label: string): Promise<void> {
  await editor.getByRole('radio', { name: label, exact: true }).click({ force: true });
}

/** Adds a value to a field with several values; the option may move while the list is filtered, and then is chosen again. */
export async function addValue(editor: Locator, field: string, option: string): Promise<void> {
  const page = editor.page();
  const added = editor.getByRole('button', { name: `Remove ${option}` }).first();
  await expect(async () => {
    const combobox = editor.getByRole('combobox', { name: field, exact: true });
    await combobox.click();
    await combobox.fill(option);
    await page.getByRole('option', { name: option }).first().click();
    await expect(added).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.press('Escape');
}
