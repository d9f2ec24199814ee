import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { test } from './cleanPage.ts';
import { startWorkbench } from './startWorkbench.ts';

/** What the page of an operator shows while the API accepts requests and answers nothing. */

let children: ChildProcesses;
let workbenchUrl: string;
let api: HangingApi;

/** The service, until it hangs; requests that have begun to hang never end. */
class HangingApi {
  hangs = false;
  private readonly held = new Set<ServerResponse>();
  private readonly server: Server;

  constructor(serviceUrl: string) {
    this.server = createServer((request, response) => {
      if (this.hangs) {
        this.held.add(response);
        response.on('close', () => this.held.delete(response));
      } else {
        passOn(request, response, serviceUrl);
      }
    });
  }

  /** Requests that hang now. */
  get inFlight(): number {
    return this.held.size;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function passOn(request: IncomingMessage, response: ServerResponse, serviceUrl: string): void {
  const outgoing = send(new URL(request.url ?? '/', serviceUrl), { headers: request.headers }, (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  outgoing.end();
}

test.beforeAll(async () => {
  api = new HangingApi(process.env.TELEMETRY_API_URL ?? '');
  children = new ChildProcesses();
  workbenchUrl = await startWorkbench(children, { TELEMETRY_API_URL: await api.listen() });
});

test.afterAll(async () => {
  await children.close();
  api.close();
});

test.use({ viewport: { width: 1440, height: 2700 } });

const panelsOf = (page: Page) => page.getByRole('main').getByRole('region');
const statusOf = (page: Page) => panelsOf(page).getByRole('button', { name: 'Panel status' });

async function expectStatus(page: Page, panel: number, text: RegExp) {
  await statusOf(page).nth(panel).hover();
  await expect(page.getByText(text).first()).toBeVisible();
  await page.mouse.move(0, 0);
}

test('every panel says since when nothing answers, another tab opens, and the first answer ends it', async ({
  page,
  context,
  pageErrors,
}) => {
  test.setTimeout(180_000);
  await page.clock.install();
  await page.goto(`${workbenchUrl}/d/plant-device?lang=en&refresh=10s&var-device=CMP-101`);
  await expect(panelsOf(page).first()).toBeVisible();
  // The last ones are charts, of which each has its own request.
  await expect(panelsOf(page).last().locator('canvas').first()).toBeVisible();
  await expect(page.getByLabel('Panel loading bar')).toHaveCount(0);
  await expect(statusOf(page)).toHaveCount(0);
  const panels = await panelsOf(page).count();
  expect(panels).toBeGreaterThan(10);

  api.hangs = true;
  // The next refresh, and ten seconds without an answer to it.
  await page.clock.runFor(20_000);
  await expect(statusOf(page)).toHaveCount(panels);
  await expectStatus(page, 0, /^No answer from the API for \d+ s\. The values are from .* old\)\.$/);
  await expectStatus(page, panels - 1, /^No answer from the API for \d+ s\. The values are from .* old\)\.$/);
  // Every panel still has its values.
  const noData = page.getByText('No data', { exact: true });
  await expect(noData).toHaveCount(0);

  const other = await context.newPage();
  await other.goto(`${workbenchUrl}/variables`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.close();

  await page.clock.runFor(60_000);
  // No panel has a value any more, and the tiles say what is unknown.
  await expect(page.getByText(/^(No data|No known states|.+ unknown)$/)).toHaveCount(panels);
  await expect(statusOf(page)).toHaveCount(panels);
  await expectStatus(page, 0, /^No answer from the API for .*Check that it runs/);
  await expect.poll(() => api.inFlight).toBeLessThanOrEqual(1);

  api.hangs = false;
  await expect
    .poll(
      async () => {
        await page.clock.runFor(2_000);
        return statusOf(page).count();
      },
      { intervals: [500], timeout: 40_000 }
    )
    .toBe(0);
  await expect(noData).toHaveCount(0);
  // Requests that this test lets hang are cancelled.
  pageErrors.splice(0);
});
