import { createManualClock } from '../../testSupport/testClocks';
import { ResponseMonitor } from './responseMonitor';
import { TelemetryError } from './telemetryError';
import type { ApiRequest, ApiResponse } from './transport';

const NOON = Date.UTC(2026, 2, 3, 12);
const REQUEST: ApiRequest = { path: 'v1/valores', params: {} };

/** An API whose answers the test gives. */
function watched() {
  const clock = createManualClock(NOON);
  const sent: Array<{
    readonly path: string;
    readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void;
    readonly fail: (error: Error) => void;
  }> = [];
  const inFlight = new Set<string>();
  let requests = 0;
  const monitor = new ResponseMonitor(
    ({ path }, signal) =>
      new Promise<ApiResponse>((resolve, reject) => {
        const id = `${path} ${++requests}`;
        inFlight.add(id);
        const settle = (end: () => void) => {
          inFlight.delete(id);
          end();
        };
        sent.push({
          path,
          answer: (status, headers = {}) =>
            settle(() => resolve({ status, body: {}, header: (name) => headers[name] })),
          fail: (error) => settle(() => reject(error)),
        });
        signal.addEventListener('abort', () => settle(() => reject(signal.reason)), { once: true });
      }),
    clock
  );
  const send = (signal = new AbortController().signal, request = REQUEST) => {
    const response = monitor.transport(request, signal);
    response.catch(() => undefined);
    return response;
  };
  /** Lets time pass as a page does that looks every five seconds. */
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      await clock.advance(5_000);
      monitor.unansweredMs();
    }
  };
  return { clock, monitor, sent, inFlight, send, wait };
}

it('counts from the first request without an answer, also when every refresh cancels the requests of the last one', async () => {
  const { monitor, send, wait } = watched();
  expect(monitor.unansweredMs()).toBe(0);
  for (let refresh = 1; refresh <= 6; refresh++) {
    expect(monitor.failure()).toBeUndefined();
    const controller = new AbortController();
    void send(controller.signal);
    await wait(10);
    controller.abort();
    expect(monitor.unansweredMs()).toBe(refresh * 10_000);
    expect(monitor.isSilent()).toBe(true);
  }
  expect(monitor.failure()).toMatchObject({ kind: 'unresponsive', unansweredMs: 60_000 });
});

it.each([200, 400, 401, 403, 404, 429, 500, 503])('any answer of the API ends the silence: %s', async (status) => {
  const { monitor, sent, send, wait } = watched();
  void send();
  await wait(30);
  sent[0]!.answer(status);
  await wait(5);
  expect(monitor.unansweredMs()).toBe(0);
});

it('a response that cannot be read ends it, too', async () => {
  const { monitor, sent, send, wait } = watched();
  void send();
  await wait(30);
  sent[0]!.fail(new TelemetryError('malformed'));
  await wait(60);
  expect(monitor.failure()).toBeUndefined();
});

it.each([502, 504])('the answer of a gateway in place of the API does not end it: %s', async (status) => {
  const { monitor, sent, send, wait } = watched();
  void send();
  await wait(30);
  sent[0]!.answer(status);
  await wait(5);
  expect(monitor.unansweredMs()).toBe(35_000);
});

it('the reason of the last failure is part of the error', async () => {
  const { monitor, sent, send, wait } = watched();
  void send();
  await wait(30);
  sent[0]!.answer(504);
  await wait(30);
  expect(monitor.failure()?.detail).toBe('status 504');
  void send(undefined, { ...REQUEST, isProbe: true });
  sent[1]!.fail(new Error('no complete response within 60 seconds'));
  await wait(5);
  expect(monitor.failure()?.detail).toBe('no complete response within 60 seconds');
});

const FROM_MEMORY = { 'x-telemetria-age': '0' };

it('what is answered from memory does not end it, and before users are told, a probe asks the API', async () => {
  const { monitor, sent, send, wait } = watched();
  void send();
  for (let second = 0; second < 10; second += 5) {
    await wait(5);
    void send();
    sent.at(-1)!.answer(200, FROM_MEMORY);
  }
  expect(monitor.unansweredMs()).toBe(10_000);
  const probes = sent.filter(({ path }) => path === 'v1/dispositivos');
  expect(probes).toHaveLength(1);
  probes[0]!.answer(200);
  await wait(5);
  expect(monitor.unansweredMs()).toBe(0);
});

it('without a request that the API has to answer, there is no silence', async () => {
  const { monitor, sent, send, wait } = watched();
  void send();
  void send();
  sent[0]!.answer(200, FROM_MEMORY);
  await wait(5);
  expect(monitor.unansweredMs()).toBe(5_000);
  sent[1]!.answer(200, FROM_MEMORY);
  await wait(5);
  expect(monitor.unansweredMs()).toBe(0);
});

it('an answer of the API ends it for a request that is answered from memory later', async () => {
  const { monitor, sent, send, wait } = watched();
  void send();
  void send();
  sent[1]!.answer(200);
  await wait(5);
  void send();
  sent[0]!.answer(200, FROM_MEMORY);
  await wait(5);
  expect(monitor.unansweredMs()).toBe(5_000);
});

it('many requests of which only the first ones are answered are silence since the last answer', async () => {
  const { monitor, sent, send, wait, clock } = watched();
  for (let page = 0; page < 13; page++) {
    void send();
  }
  for (const index of [0, 1]) {
    await wait(5);
    sent[index]!.answer(200);
    await clock.advance(0);
    expect(monitor.unansweredMs()).toBe(0);
  }
  await wait(10);
  expect(monitor.unansweredMs()).toBe(10_000);
  expect(monitor.isSilent()).toBe(true);
});

it('many requests of which the API answers one, and the memory of the backend the others, are no silence', async () => {
  const { monitor, sent, send, wait, clock } = watched();
  for (let page = 0; page < 13; page++) {
    void send();
  }
  sent[0]!.answer(200);
  await clock.advance(1_000);
  expect(monitor.unansweredMs()).toBe(1_000);
  sent.slice(1).forEach(({ answer }) => answer(200, { 'x-telemetria-age': '1' }));
  await wait(60);
  expect(monitor.unansweredMs()).toBe(0);
  expect(sent).toHaveLength(13);
});

it('a slow request beside fast ones is not silence', async () => {
  const { monitor, sent, send, wait } = watched();
  void send();
  for (let second = 0; second < 50; second += 10) {
    void send();
    await wait(5);
    expect(monitor.unansweredMs()).toBe(5_000);
    sent.at(-1)!.answer(200);
    await wait(5);
    expect(monitor.unansweredMs()).toBe(0);
  }
});

describe('after a minute without an answer', () => {
  async function unresponsive() {
    const all = watched();
    const requests = [all.send(), all.send()];
    await all.wait(60);
    return { ...all, requests };
  }

  it('requests end, and further ones fail without being sent', async () => {
    const { requests, inFlight, sent, send } = await unresponsive();
    for (const request of [...requests, send()]) {
      await expect(request).rejects.toMatchObject({ kind: 'unresponsive', unansweredMs: 60_000 });
    }
    expect(inFlight.size).toBe(0);
    expect(sent).toHaveLength(2);
  });

  it('one probe at a time finds out whether the API answers, and its answer ends the silence', async () => {
    const { monitor, clock, inFlight, sent } = await unresponsive();
    let mostInFlight = 0;
    for (let second = 0; second < 60; second++) {
      monitor.probe();
      monitor.probe();
      mostInFlight = Math.max(mostInFlight, inFlight.size);
      await clock.advance(1_000);
    }
    expect(mostInFlight).toBe(1);
    // Each has a time limit of 10 s.
    expect(sent.slice(2).map(({ path }) => path)).toEqual(Array.from({ length: 6 }, () => 'v1/dispositivos'));
    let isAnswered = false;
    void monitor.answered(new AbortController().signal).then(() => (isAnswered = true));
    monitor.probe();
    sent.at(-1)!.answer(403);
    await clock.advance(0);
    expect(isAnswered).toBe(true);
    expect(monitor.failure()).toBeUndefined();
  });

  it('probes that fail at once are sent every five seconds', async () => {
    const { monitor, clock, sent } = await unresponsive();
    for (let second = 0; second < 20; second++) {
      monitor.probe();
      sent.at(-1)!.fail(new Error('Failed to fetch'));
      await clock.advance(1_000);
    }
    expect(sent).toHaveLength(2 + 4);
  });

  it('setting the time of day back does not delay the next probe', async () => {
    const { monitor, clock, sent } = await unresponsive();
    monitor.probe();
    sent.at(-1)!.fail(new Error('Failed to fetch'));
    clock.setBack(3_000);
    await clock.advance(5_000);
    monitor.probe();
    expect(sent).toHaveLength(2 + 2);
  });

  it('a health check is sent all the same', async () => {
    const { sent, send } = await unresponsive();
    const checked = send(undefined, { ...REQUEST, isProbe: true });
    sent.at(-1)!.answer(200);
    expect((await checked).status).toBe(200);
  });

  it('a page that comes back to life after hours knows nothing, and sends requests', async () => {
    const { monitor, clock, sent, send } = await unresponsive();
    await clock.suspend(3_600_000);
    expect(monitor.failure()).toBeUndefined();
    void send();
    expect(sent).toHaveLength(3);
  });

  it('waiting for an answer ends with the signal', async () => {
    const { monitor } = await unresponsive();
    const controller = new AbortController();
    const waiting = monitor.answered(controller.signal);
    controller.abort();
    await expect(waiting).rejects.toBe(controller.signal.reason);
    await expect(monitor.answered(controller.signal)).rejects.toBe(controller.signal.reason);
  });
});

it('a machine that sleeps during a request does not make the API unresponsive', async () => {
  const { monitor, clock, inFlight, send } = watched();
  void send();
  await clock.suspend(3_600_000);
  expect(monitor.unansweredMs()).toBe(0);
  expect(inFlight.size).toBe(1);
});

it('a request that is aborted before it is sent is not sent', async () => {
  const { send, sent } = watched();
  const controller = new AbortController();
  controller.abort();
  await expect(send(controller.signal)).rejects.toBe(controller.signal.reason);
  expect(sent).toHaveLength(0);
});
