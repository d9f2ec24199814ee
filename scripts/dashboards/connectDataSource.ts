import type { Transport } from '../../src/core/api/transport.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { createDataSourceServices, type DataSourceServices } from '../../src/grafana/dataSourceServices.ts';
import { resolveSettings } from '../../src/query/dataSourceSettings.ts';

/** The data source of a service for tests. @param nowMs its time, which it also answers with */
export function connectDataSource(address: string, secret: string, nowMs: number): DataSourceServices {
  const transport: Transport = async ({ path, params }, signal) => {
    const answer = await fetch(`${address}/${path}?${new URLSearchParams(params).toString()}`, {
      headers: { authorization: `Bearer ${secret}` },
      signal,
    });
    const body: unknown = JSON.parse(await answer.text());
    const header = (name: string) =>
      name === 'date' ? new Date(nowMs).toUTCString() : (answer.headers.get(name) ?? undefined);
    return { status: answer.status, body, header };
  };
  return createDataSourceServices({
    ...{ dataSourceUid: 'telemetry', transport, palette: ['green'], browserZone: 'UTC', canFollow: true },
    clock: { ...systemClock, nowEpochMs: () => nowMs },
    random: () => 0.5,
    settings: resolveSettings({}),
  });
}
