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

/** A dashboard where Getafe is the site and both its pumps are chosen; `$all` is on All. */
const VARIABLES: Record<string, string[]> = { $site: ['Getafe'], $device: ['P1', 'P2'], $all: [''] };

async function choices(query: Partial<VariableQuery>, behavior?: Partial<ServerBehavior>) {
  const testClient = createTestClient({ ...EMPTY_DATA, devices: DEVICES }, behavior);
  const request = { targets: [query as VariableQuery] };
  const answer = variableResponse(
    request,
    dataSourceServices(testClient).inventory,
    (text) => VARIABLES[text] ?? [text]
  );
  const [frame] = (await firstValueFrom(answer)).data as DataFrame[];
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
])('%j lists what the variables before it leave', async (query, expected) => {
  expect(await choices(query)).toEqual(expected);
});

it('an inventory that may not be seen is an error in words', async () => {
  const refused = choices({ kind: 'sites' }, { intercept: () => ({ kind: 'status', status: 403 }) });
  await expect(refused).rejects.toThrow('permission dispositivos:leer');
});
