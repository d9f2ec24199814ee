import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import type { Transport } from '../../core/api/transport';
import type { Clock } from '../../core/time/clock';
import { limitsOf } from '../../query/dataSourceSettings';
import type { HistoryQuery } from '../../query/telemetryQuery';
import { panelRequest } from '../../testSupport/panelRequest';
import { createSpecServer } from '../../testSupport/specServer';
import { steadyReadings, singleSeriesData } from '../../testSupport/specData';
import { createDataSourceServices } from '../dataSourceServices';
import { runQuery } from './runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
/** Three pages of minutes. */
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 15_000 * MINUTE };
const READINGS = steadyReadings(NOON, MINUTE, 15_000);
const HISTORY: Partial<HistoryQuery> = { kind: 'history', devices: ['PUMP-1'], tags: ['pressure'], interval: '1m' };

/** A panel in front of a server that answers when the test says so, by a clock that the test moves on. */
function slowPanel(queries: ReadonlyArray<Partial<HistoryQuery>> = [HISTORY], window = WINDOW) {
  const server = createSpecServer(singleSeriesData(READINGS));
  const asked: Array<() => void> = [];
  const transport: Transport = async (request, signal) => {
    if (request.path === 'v1/lecturas') {
      await new Promise<void>((resolve) => asked.push(resolve));
      signal.throwIfAborted();
    }
    return server.transport(request, signal);
  };
  let nowMs = NOON;
  const sleepers: Array<{ untilMs: number; wake: () => void }> = [];
  const clock: Clock = {
    nowEpochMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleepers.push({ untilMs: nowMs + ms, wake: resolve });
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const limits = limitsOf({});
  const tools = createDataSourceServices({
    transport,
    clock,
    random: () => 0.5,
    limits,
    palette: ['red'],
    browserZone: 'UTC',
  });
  const responses: DataQueryResponse[] = [];
  const events: string[] = [];
  const subscription = runQuery(panelRequest(window, queries), tools, (text) => [text]).subscribe({
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
    /** Lets the oldest requests that wait be answered, or those behind some that wait on. */
    answer: async (count: number, behind = 0) => {
      await settle();
      asked.splice(behind, count).forEach((go) => go());
      await settle();
    },
    pass: async (ms: number) => {
      nowMs += ms;
      sleepers.filter(({ untilMs }) => untilMs <= nowMs).forEach(({ wake }) => wake());
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

function frameOf(response: DataQueryResponse | undefined): DataFrame {
  return response?.data[0];
}

it('a panel that is answered soon is drawn once', async () => {
  const { answer, pass, events } = slowPanel();
  await answer(3);
  await pass(1000);
  expect(events).toEqual([LoadingState.Done, 'complete']);
});

it('a long load shows what has come so far, says how much that is, and ends once with all of it', async () => {
  const { answer, pass, events, responses } = slowPanel();
  await answer(1);
  expect(events).toEqual([]);
  await pass(500);
  expect(events).toEqual([LoadingState.Streaming]);
  const [partial] = responses;
  expect(partial?.key).toBe('request');
  expect(frameOf(partial).length).toBe(5000);
  expect(frameOf(partial).meta?.notices).toEqual([{ severity: 'info', text: expect.stringContaining('33 %') }]);
  await answer(2);
  await pass(1000);
  expect(events).toEqual([LoadingState.Streaming, LoadingState.Done, 'complete']);
  expect(frameOf(responses[1]).length).toBe(15_000);
  expect(frameOf(responses[1]).meta?.notices).toEqual([]);
});

it('a step of which a part has not come yet is not drawn, and what has not come is not made up', async () => {
  const { answer, pass, responses } = slowPanel([{ ...HISTORY, interval: '12m', fill: 'linear' }]);
  await answer(1);
  await pass(500);
  const { fields, length } = frameOf(responses[0]);
  // The page ends at minute 5000, in the middle of the step that begins at 4992.
  expect(length).toBe(416);
  expect(fields[0]?.values.at(-1)).toBe(NOON + 4980 * MINUTE);
});

it('nothing is made up between parts that have come', async () => {
  const { answer, pass, responses } = slowPanel([{ ...HISTORY, interval: '12m', fill: 'linear' }]);
  await answer(1);
  await answer(1, 1);
  await pass(500);
  const [time, avg] = frameOf(responses[0]).fields;
  const between = time?.values.findIndex((at: number) => at > NOON + 4980 * MINUTE) ?? -1;
  expect(avg?.values[between]).toBeNull();
  expect(time?.values[between + 1]).toBe(NOON + 10_008 * MINUTE);
});

it('a series that has come is drawn while another is still awaited; one that failed is told in the end', async () => {
  const { answer, pass, events, responses } = slowPanel([HISTORY, { ...HISTORY, tags: ['flow'] }]);
  await answer(3);
  await pass(500);
  expect(events).toEqual([LoadingState.Streaming]);
  expect(frameOf(responses[0]).meta?.notices?.[0]?.text).toContain('50 %');
  await answer(3);
  expect(events).toEqual([LoadingState.Streaming, LoadingState.Error, 'complete']);
  expect(responses[1]?.errors).toHaveLength(1);
});

it('nothing is drawn while only pages without a row have come', async () => {
  const before = { fromEpochMs: WINDOW.fromEpochMs - 5000 * MINUTE, toEpochMs: WINDOW.toEpochMs };
  const { answer, pass, events } = slowPanel([HISTORY], before);
  await answer(1);
  await pass(500);
  expect(events).toEqual([]);
  await answer(1);
  await pass(500);
  expect(events).toEqual([LoadingState.Streaming]);
});

it('a load that is cancelled in the middle says nothing more and asks for nothing more', async () => {
  const { answer, pass, events, server, subscription } = slowPanel();
  await answer(1);
  await pass(500);
  subscription.unsubscribe();
  await answer(2);
  await pass(1000);
  expect(events).toEqual([LoadingState.Streaming]);
  expect(server.requests.filter(({ path }) => path === 'v1/lecturas')).toHaveLength(1);
});
