import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { exactly } from '../../core/inventory/textPattern';
import { HOUR_MS } from '../../core/time/window';
import type { TelemetryQuery } from '../../kinds/kinds';
import type { VariableQuery } from '../../query/variableQuery';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { type SpecData, steadyReadings } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { variableResponse } from '../variables/variableResponse';
import { runQuery } from '../../kinds/runQuery';

/** Texts of the API are shown as they are, whatever Grafana or a browser could take them for. */

const NOON = Date.UTC(2026, 2, 1, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + HOUR_MS };

const TEXTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '${__user.login} [[device]] $__interval',
  '{{code}} {{unit}}',
  '$t(errors.network) {{path}} &lt;b&gt;',
  `=cmd|'/C calc'!A0`,
  '*',
  '/.*/',
];

/** A plant in which everything has the same text. */
function createPlant(text: string): SpecData {
  return {
    series: [{ device: text, tag: text, name: text, unit: text, readings: steadyReadings(NOON, 60_000, 30) }],
    devices: [
      {
        code: text,
        name: text,
        type: text,
        site: text,
        area: text,
        connection: text,
        lastContactEpochMs: NOON,
        tags: [{ key: text, name: text, unit: text, type: text }],
      },
    ],
    values: [{ device: text, tag: text, name: text, unit: text, value: 1, timeEpochMs: NOON }],
    alerts: [
      {
        id: 'a',
        rule: text,
        device: text,
        tag: text,
        severity: text,
        state: text,
        startEpochMs: NOON,
        openedEpochMs: NOON,
        acknowledgedEpochMs: undefined,
        endEpochMs: NOON + 1000,
        startValue: 1,
        peakValue: 2,
      },
    ],
    exports: [
      {
        id: 'e',
        type: text,
        description: text,
        format: text,
        state: text,
        progressPercent: 100,
        rows: 1,
        sizeBytes: 1,
        error: text,
        createdEpochMs: NOON,
        finishedEpochMs: NOON,
        expiresEpochMs: NOON,
        downloadUrl: text,
      },
    ],
  };
}

async function renderFrames(query: object, text: string, behavior: Partial<ServerBehavior> = {}): Promise<DataFrame[]> {
  const { data } = await respond(query, text, behavior);
  return data as DataFrame[];
}

function respond(query: object, text: string, behavior: Partial<ServerBehavior> = {}) {
  const services = dataSourceServices(createTestClient(createPlant(text), behavior));
  const request = panelRequest(WINDOW, [{ version: 2, ...query } as Partial<TelemetryQuery>]);
  return lastValueFrom(runQuery(request, services, (value) => [value]));
}

function listValues(frame: DataFrame | undefined, column: string): unknown[] {
  return frame?.fields.find(({ name }) => name === column)?.values ?? [];
}

describe.each(TEXTS)('%s', (text) => {
  it('is the name of a line, and its link is a path of Grafana', async () => {
    const [frame] = await renderFrames({ kind: 'history', devices: [text], tags: [text], legend: '{{name}}' }, text);
    const field = frame?.fields[1];
    expect(field?.config.displayNameFromDS).toBe(text);
    const urls = field?.config.links?.map(({ onBuildUrl }) =>
      String(onBuildUrl?.({ origin: {}, replaceVariables: (template) => template }))
    );
    expect(urls).toEqual([expect.stringMatching(/^\/explore\?schemaVersion=1&panes=[\w%.~-]*$/)]);
  });

  it('is a cell of every table', async () => {
    const [alerts] = await renderFrames({ kind: 'alerts' }, text);
    expect([listValues(alerts, 'rule'), listValues(alerts, 'device'), listValues(alerts, 'unit')]).toEqual([
      [text],
      [text],
      [text],
    ]);
    const [latest] = await renderFrames({ kind: 'latest', format: 'table' }, text);
    expect(listValues(latest, 'name')).toEqual([text]);
    const [devices] = await renderFrames({ kind: 'devices' }, text);
    expect([listValues(devices, 'name'), listValues(devices, 'site')]).toEqual([[text], [text]]);
    const [exports] = await renderFrames({ kind: 'exports' }, text);
    expect([listValues(exports, 'description'), listValues(exports, 'error')]).toEqual([[text], [text]]);
  });

  it('is in no link of a table but encoded', async () => {
    const frames = await Promise.all(
      ['alerts', 'latest', 'devices', 'exports'].map((kind) => renderFrames({ kind, format: 'table' }, text))
    );
    const links = frames.flat().flatMap(({ fields }) => fields.flatMap(({ config }) => config.links ?? []));
    expect(links.filter(({ url, onBuildUrl }) => onBuildUrl === undefined && url.includes(text))).toEqual([]);
    const addresses = frames
      .flat()
      .flatMap((frame) => [...listValues(frame, 'trendUrl'), ...listValues(frame, 'download')]);
    expect(addresses).toHaveLength(2);
    expect(addresses.filter((address) => address !== null)).toEqual([
      expect.stringMatching(/^\/explore\?schemaVersion=1&panes=[\w%.~-]*$/),
    ]);
  });

  it('is in an annotation without a character that HTML gives a meaning', async () => {
    const [frame] = await renderFrames({ kind: 'alerts', queryType: 'annotations' }, text);
    const [title, shown] = [listValues(frame, 'title')[0], listValues(frame, 'text')[0]].map(String);
    expect(`${title}${shown}`).not.toMatch(/[<>"']/);
    const html = document.createElement('div');
    html.innerHTML = title!;
    expect(html.textContent).toBe(text);
    expect(html.children).toHaveLength(0);
    expect(listValues(frame, 'tags')[0]).toContain(text);
  });

  it('is the option of a variable', async () => {
    const services = dataSourceServices(createTestClient(createPlant(text)));
    const { range } = panelRequest(WINDOW, []);
    const target = { refId: 'A', version: 1, kind: 'devices' } as VariableQuery;
    const { data } = await lastValueFrom(
      variableResponse(
        { targets: [target], range },
        services,
        (value) => [value],
        () => Promise.resolve([])
      )
    );
    const [frame] = data as DataFrame[];
    // As it is everything, `*` is quoted.
    expect(listValues(frame, 'value')).toEqual([text === '*' ? exactly(text) : text]);
  });

  it('is the detail of an error', async () => {
    const intercept = () => ({ kind: 'status', status: 500, body: { detail: text } }) as const;
    const { errors } = await respond({ kind: 'latest' }, text, { intercept });
    expect(errors?.[0]?.message?.endsWith(`[${text}]`)).toBe(true);
  });

  it('is in the notices of its line', async () => {
    const query = { kind: 'history', devices: [text], tags: [text], legend: '{{name}}' };
    const [frame] = await renderFrames(query, text, { maxPageRows: 10, overlapRows: 1 });
    const notices = frame?.meta?.notices?.map((notice) => notice.text);
    expect(notices).toEqual([expect.stringMatching(/rows from the server were left out/)]);
    expect(notices?.[0]?.startsWith(`${text}: `)).toBe(true);
  });
});
