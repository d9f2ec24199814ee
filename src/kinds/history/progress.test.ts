import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import type { Transport } from '../../core/api/transport';
import { type Clock, createStopwatchStarter } from '../../core/time/clock';
import { resolveSettings } from '../../query/dataSourceSettings';
import type { HistoryQuery } from './historyQuery';
import { panelRequest } from '../../testSupport/panelRequest';
import { createSpecServer } from '../../testSupport/specServer/specServer';
import { steadyReadings, singleSeriesData } from '../../testSupport/specServer/specData';
import { createDataSourceServices } from '../../grafana/dataSourceServices';
import { runQuery } from '../runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
/** Three pages of 1m buckets. */
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 15_000 * MINUTE };
const READINGS = steadyReadings(NOON, MINUTE, 15_000);
const HISTORY: Partial<HistoryQuery> = { kind: 'history', devices: ['PUMP-1'], tags: ['pressure'], interval: '1m' };

/** A panel whose server responds when the test says so, with a clock that the test advances. */
function slowPanel(queries: ReadonlyArray<Partial<HistoryQuery>> = [HISTORY], window = WINDOW) {
  const server = createSpecServer(singleSeriesData(READINGS));
  const waiting: Array<() => void> = [];
  const transport: Transport = async (request, signal) => {
    if (request.path === 'v1/lecturas') {
      await new Promise<void>((resolve) => waiting.push(resolve));
      signal.throwIfAborted();
    }
    return server.transport(request, signal);
  };
  let nowMs = NOON;
  const sleepers: Array<{ untilMs: number; wake: () => void }> = [];
  const clock: Clock = {
    nowEpochMs: () => nowMs,
    startStopwatch: createStopwatchStarter(
      () => nowMs,
      () => nowMs
    ),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleepers.push({ untilMs: nowMs + ms, wake: resolve });
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const settings = resolveSettings({});
  const services = createDataSourceServices({
    dataSourceUid: 'telemetry',
    transport,
    clock,
    random: () => 0.5,
    settings,
    palette: ['red'],
    browserZone: 'UTC',
    canFollow: true,
  });
  const responses: DataQueryResponse[] = [];
  const events: string[] = [];
  const subscription = runQuery(panelRequest(window, queries), services, (text) => [text]).subscribe({
    next: (response) => {
      responses.push(response);
      events.push(String(response.state));
    },
    error: () => events.push('error'),
    complete: () => events.push('complete'),
  });
  return {
    server,
    responses,
    events,
    subscription,
    /** Responds to the `count` oldest waiting requests after skipping the first `skip`. */
    respond: async (count: number, skip = 0) => {
      await settle();
      waiting.splice(skip, count).forEach((resolve) => resolve());
      await settle();
    },
    advance: async (ms: number) => {
      nowMs += ms;
      sleepers.filter(({ untilMs }) => untilMs <= nowMs).forEach(({ wake }) => wake());
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

function firstFrame(response: DataQueryResponse | undefined): DataFrame {
  return response?.data[0];
}

it('a panel whose load is short is rendered once', async () => {
  const { respond, advance, events } = slowPanel();
  await respond(3);
  await advance(1000);
  expect(events).toEqual([LoadingState.Done, 'complete']);
});

it('a long load shows the data received so far with its percentage, and ends with the complete data', async () => {
  const { respond, advance, events, responses } = slowPanel();
  await respond(1);
  expect(events).toEqual([]);
  await advance(500);
  expect(events).toEqual([LoadingState.Streaming]);
  const [partial] = responses;
  expect(partial?.key).toBe('request');
  expect(firstFrame(partial).length).toBe(5000);
  expect(firstFrame(partial).meta?.notices).toEqual([{ severity: 'info', text: expect.stringContaining('33 %') }]);
  await respond(2);
  await advance(1000);
  expect(events).toEqual([LoadingState.Streaming, LoadingState.Done, 'complete']);
  expect(firstFrame(responses[1]).length).toBe(15_000);
  expect(firstFrame(responses[1]).meta?.notices).toEqual([]);
});

it('a step is not shown until all of it has been received, and missing data is not filled', async () => {
  const { respond, advance, responses } = slowPanel([{ ...HISTORY, interval: '12m', fill: 'linear' }]);
  await respond(1);
  await advance(500);
  const { fields, length } = firstFrame(responses[0]);
  // The page ends at minute 5000, in the middle of the step that begins at 4992.
  expect(length).toBe(416);
  expect(fields[0]?.values.at(-1)).toBe(NOON + 4980 * MINUTE);
});

it('the gap between received parts is not filled', async () => {
  const { respond, advance, responses } = slowPanel([{ ...HISTORY, interval: '12m', fill: 'linear' }]);
  await respond(1);
  await respond(1, 1);
  await advance(500);
  const [time, avg] = firstFrame(responses[0]).fields;
  const between = time?.values.findIndex((at: number) => at > NOON + 4980 * MINUTE) ?? -1;
  expect(avg?.values[between]).toBeNull();
  expect(time?.values[between + 1]).toBe(NOON + 10_008 * MINUTE);
});

it('a loaded series is shown while another is loading; a failed series is reported at the end', async () => {
  const { respond, advance, events, responses } = slowPanel([HISTORY, { ...HISTORY, tags: ['flow'] }]);
  await respond(3);
  await advance(500);
  expect(events).toEqual([LoadingState.Streaming]);
  expect(firstFrame(responses[0]).meta?.notices?.[0]?.text).toContain('50 %');
  await respond(3);
  expect(events).toEqual([LoadingState.Streaming, LoadingState.Error, 'complete']);
  expect(responses[1]?.errors).toHaveLength(1);
});

it('nothing is shown while all received pages are empty', async () => {
  const before = { fromEpochMs: WINDOW.fromEpochMs - 5000 * MINUTE, toEpochMs: WINDOW.toEpochMs };
  const { respond, advance, events } = slowPanel([HISTORY], before);
  await respond(1);
  await advance(500);
  expect(events).toEqual([]);
  await respond(1);
  await advance(500);
  expect(events).toEqual([LoadingState.Streaming]);
});

it('a load that is cancelled emits no more events and sends no more requests', async () => {
  const { respond, advance, events, server, subscription } = slowPanel();
  await respond(1);
  await advance(500);
  subscription.unsubscribe();
  await respond(2);
  await advance(1000);
  expect(events).toEqual([LoadingState.Streaming]);
  expect(server.requests.filter(({ path }) => path === 'v1/lecturas')).toHaveLength(1);
});

it('a table shows nothing of a long load, so that the panel keeps its rows', async () => {
  const { respond, advance, events, responses } = slowPanel([{ ...HISTORY, format: 'table', shift: '1w' }]);
  await respond(1);
  await advance(1000);
  expect(events).toEqual([]);
  while (!events.includes('complete')) {
    await respond(10);
    await advance(1000);
  }
  expect(events).toEqual([LoadingState.Done, 'complete']);
  expect(firstFrame(responses[0]).length).toBe(1);
});
