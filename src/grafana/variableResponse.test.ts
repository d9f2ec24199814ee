import type { DataFrame } from '@grafana/data';
import { firstValueFrom } from 'rxjs';
import { dataSourceServices } from '../testSupport/panelRequest';
import type { ServerBehavior } from '../testSupport/serverBehavior';
import { EMPTY_DATA } from '../testSupport/specData';
import { createTestClient } from '../testSupport/testClient';
import type { Device } from '../core/inventory/device';
import type { VariableQuery } from '../query/telemetryQuery';
import { variableResponse } from './variableResponse';

function device(code: string, site: string, type: string, ...tags: string[]): Device {
  const list = tags.map((key) => ({ key, name: key.toUpperCase(), unit: '', type: '' }));
  return { code, name: code, type, site, area: 'Area', connection: '', lastContactEpochMs: undefined, tags: list };
}

const DEVICES = [
  device('P1', 'Getafe', 'pump', 'flow', 'pressure'),
  device('P2', 'Getafe', 'pump', 'pressure'),
  device('O1', 'Toluca', 'oven', 'temperature'),
];

/** A dashboard on which the site Getafe and both of its pumps are selected, and `$all` is set to All. */
const VARIABLES: Record<string, string[]> = { $site: ['Getafe'], $device: ['P1', 'P2'], $all: [''] };

async function options(query: Partial<VariableQuery>, behavior?: Partial<ServerBehavior>) {
  const testClient = createTestClient({ ...EMPTY_DATA, devices: DEVICES }, behavior);
  const request = { targets: [query as VariableQuery] };
  const response = variableResponse(
    request,
    dataSourceServices(testClient).inventory,
    (text) => VARIABLES[text] ?? [text]
  );
  const [frame] = (await firstValueFrom(response)).data as DataFrame[];
  const [text, value] = frame?.fields ?? [];
  return value?.values.map((item: unknown, index: number) => `${item}=${text?.values[index]}`);
}

it.each<[Partial<VariableQuery>, string[]]>([
  [{ kind: 'sites' }, ['Getafe=Getafe', 'Toluca=Toluca']],
  [{ kind: 'areas', site: '$site' }, ['Area=Area']],
  [{ kind: 'devices', site: '$site' }, ['P1=P1', 'P2=P2']],
  [{ kind: 'devices', site: '$all', deviceType: 'oven' }, ['O1=O1']],
  [{ kind: 'tags', site: '$site', device: '$device' }, ['flow=FLOW', 'pressure=PRESSURE']],
  [{ kind: 'tags', device: 'O1' }, ['temperature=TEMPERATURE']],
  [{}, ['O1=O1', 'P1=P1', 'P2=P2']],
])('%j lists the values that match the variables it depends on', async (query, expected) => {
  expect(await options(query)).toEqual(expected);
});

it('fails with a readable error if the key may not read the inventory', async () => {
  const forbidden = options({ kind: 'sites' }, { intercept: () => ({ kind: 'status', status: 403 }) });
  await expect(forbidden).rejects.toThrow('permission dispositivos:leer');
});
