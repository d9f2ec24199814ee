import { expect } from '@grafana/plugin-e2e';
import type { APIRequestContext } from '@playwright/test';
import { test } from './telemetryTest.ts';

/* What dashboards show is what the API answers: to this Grafana, through its data proxy. */

/** As the specification names them. */
interface Wire {
  readonly alertas: ReadonlyArray<{ readonly severidad: string }>;
  readonly dispositivos: ReadonlyArray<{ readonly conexion: string }>;
  readonly valores: ReadonlyArray<{ readonly nombre: string; readonly unidad: string; readonly valor: number | null }>;
}

/** The demo plant has few of everything, so that one page is the list. */
async function read<Name extends keyof Wire>(
  request: APIRequestContext,
  dataSourceUid: string,
  name: Name,
  params: Readonly<Record<string, string>> = {}
): Promise<Wire[Name]> {
  const response = await request.get(`/api/datasources/proxy/uid/${dataSourceUid}/v1/${name}`, { params });
  await expect(response).toBeOK();
  return ((await response.json()) as Wire)[name];
}

function countOf(texts: readonly string[], ...wanted: string[]): number {
  return texts.filter((text) => wanted.includes(text)).length;
}

test('the overview has the open alerts and the devices of the API', async ({
  request,
  dataSource,
  gotoDashboardPage,
}) => {
  const dashboard = await gotoDashboardPage({ uid: 'plant-overview' });
  const numbersOf = async (title: string) => {
    const text = await dashboard.getPanelByTitle(title).locator.innerText();
    return (text.match(/^\d+$/gm) ?? []).map(Number);
  };
  // The plant is live: something may change between the two readings.
  await expect(async () => {
    const until = new Date(Date.now() + 60_000).toISOString();
    const range = { desde: '2020-01-01T00:00:00Z', hasta: until, estado: 'abiertas' };
    const severities = (await read(request, dataSource.uid, 'alertas', range)).map(({ severidad }) => severidad);
    expect(await numbersOf('Open alerts')).toEqual([
      countOf(severities, 'critica'),
      countOf(severities, 'warning', 'advertencia'),
      countOf(severities, 'info'),
    ]);
    const states = (await read(request, dataSource.uid, 'dispositivos')).map(({ conexion }) => conexion);
    const [online, offline] = await numbersOf('Devices now');
    expect([online, offline]).toEqual([countOf(states, 'en_linea'), countOf(states, 'sin_conexion')]);
  }).toPass();
});

test('a device has the latest values of the API', async ({ page, request, dataSource, gotoDashboardPage }) => {
  await page.setViewportSize({ width: 1440, height: 1400 });
  const queryParams = new URLSearchParams({ 'var-device': 'CMP-101' });
  const dashboard = await gotoDashboardPage({ uid: 'plant-device', queryParams });
  const table = dashboard.getPanelByTitle('All tags').locator;
  await expect(async () => {
    const values = await read(request, dataSource.uid, 'valores', { dispositivo: 'CMP-101' });
    // States have names in place of numbers.
    const numbers = values.filter(({ unidad, valor }) => unidad !== '' && valor !== null);
    expect(numbers.length).toBeGreaterThan(3);
    for (const { nombre, valor } of numbers) {
      const row = table.getByRole('row').filter({ hasText: nombre });
      const cells = await row.getByRole('gridcell').allInnerTexts();
      const shown = Number(cells[1]?.replaceAll(',', ''));
      // Grafana rounds to the digits that it has room for.
      expect(Math.abs(shown - valor!), `${nombre}: ${cells[1]} and ${valor}`).toBeLessThanOrEqual(
        Math.max(0.01, Math.abs(valor!) * 0.006)
      );
    }
  }).toPass();
});
