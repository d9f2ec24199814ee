import type { DataFrame, DataQueryResponse } from '@grafana/data';
import { catchError, lastValueFrom, type Observable, of } from 'rxjs';
import { DAY_MS } from '../../src/core/time/window';
import type { DataSourceServices } from '../../src/grafana/dataSourceServices';
import { runQuery } from '../../src/kinds/runQuery';
import { checkHealth } from '../../src/grafana/settings/checkHealth';
import { variableResponse } from '../../src/grafana/variables/variableResponse';
import type { HistoryQuery } from '../../src/kinds/history/historyQuery';
import type { TelemetryQuery } from '../../src/kinds/kinds';
import type { VariableQuery } from '../../src/query/variableQuery';
import { panelRequest } from '../../src/testSupport/panelRequest';

/** What a user gets to see. */
export interface Shown {
  readonly frames: readonly DataFrame[];
  /** The errors of the panel. */
  readonly errors: readonly string[];
}

export interface FaultQuery {
  /** In the table. */
  readonly name: string;
  /** Undefined for what is no query of a panel. */
  readonly target?: Partial<TelemetryQuery>;
  readonly isHealthCheck?: true;
  /** How many times as long its chain of requests may be as the three stages of most: absent, once. */
  readonly longer?: number;
  readonly run: (services: DataSourceServices, nowEpochMs: number) => Promise<Shown>;
}

const HISTORY: Partial<HistoryQuery> = { version: 2, kind: 'history', devices: ['COMP-01'], tags: ['presion'] };
const IDENTITY = (text: string) => [text];

/** The range of all queries: it ends when the newest reading is a minute old. */
export function windowBefore(nowEpochMs: number) {
  return { fromEpochMs: nowEpochMs - 4 * DAY_MS, toEpochMs: nowEpochMs };
}

/** One of each kind. */
export const QUERIES: readonly FaultQuery[] = [
  panelQuery('history', { ...HISTORY, interval: '1m' }),
  panelQuery('readings', { ...HISTORY, interval: 'raw' }),
  panelQuery('periods', {
    version: 2,
    kind: 'periods',
    devices: ['COMP-01'],
    tags: ['presion'],
    condition: { operator: '>', value: '7', upper: '' },
    format: 'total',
  }),
  panelQuery(
    'runs',
    {
      version: 2,
      kind: 'runs',
      devices: ['COMP-01'],
      tags: ['presion'],
      runTag: 'presion',
      condition: { operator: '>', value: '7', upper: '' },
      format: 'table',
    },
    // Where the runs are must be known before anything in them is requested.
    { longer: 2 }
  ),
  panelQuery('alerts', { version: 2, kind: 'alerts' }),
  panelQuery('annotations', { version: 2, kind: 'alerts', queryType: 'annotations' }),
  // The filter needs the inventory. Without one, the real clock decides whether the names are there in time.
  panelQuery('latest', { version: 2, kind: 'latest', format: 'table', sites: ['*'] }),
  panelQuery('devices', { version: 2, kind: 'devices' }),
  panelQuery('exports', { version: 2, kind: 'exports' }),
  {
    name: 'variable',
    run: (services, nowEpochMs) => {
      const { range } = panelRequest(windowBefore(nowEpochMs), []);
      const target = { refId: 'A', version: 1, kind: 'devices' } as VariableQuery;
      return shownBy(variableResponse({ targets: [target], range }, services, IDENTITY, () => Promise.resolve([])));
    },
  },
  {
    name: 'health check',
    isHealthCheck: true,
    run: async (services) => {
      const source = { url: 'URL', hasApiKey: true };
      return healthShown(await checkHealth(services, () => Promise.resolve(source), {}), source.url);
    },
  },
];

function panelQuery(name: string, target: Partial<TelemetryQuery>, more: Pick<FaultQuery, 'longer'> = {}): FaultQuery {
  return {
    ...more,
    name,
    target,
    run: (services, nowEpochMs) =>
      shownBy(runQuery(panelRequest(windowBefore(nowEpochMs), [target]), services, IDENTITY)),
  };
}

async function shownBy(response: Observable<DataQueryResponse>): Promise<Shown> {
  const failed = (error: unknown) =>
    of<DataQueryResponse>({ data: [], errors: [{ message: String((error as Error).message) }] });
  const { data, errors = [] } = await lastValueFrom(response.pipe(catchError(failed)));
  return { frames: data as DataFrame[], errors: errors.map(({ message = '' }) => message) };
}

/**
 * A check has no data; its message is an error unless everything can be read.
 * @param url what the message names
 */
export function healthShown(
  { message, details }: { readonly message: string; readonly details?: { readonly message?: string } | null },
  url: string
): Shown {
  const text = [message, details?.message].filter(Boolean).join(' ').replaceAll(url, 'URL');
  return { frames: [], errors: message === 'Connected.' ? [] : [text] };
}
