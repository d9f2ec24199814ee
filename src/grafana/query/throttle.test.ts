import { type Clock, createStopwatchStarter } from '../../core/time/clock';
import { throttle } from './throttle';

/** A throttled function, with a clock that the test advances. */
function throttled({ runMs = 0, fails = false, signal = new AbortController().signal } = {}) {
  let nowMs = 0;
  const sleepers: Array<{ untilMs: number; wake: () => void }> = [];
  const runsAtMs: number[] = [];
  const errors: unknown[] = [];
  const clock: Clock = {
    nowEpochMs: () => nowMs,
    startStopwatch: createStopwatchStarter(
      () => nowMs,
      () => nowMs
    ),
    sleep: (ms, ended) =>
      new Promise((resolve, reject) => {
        sleepers.push({ untilMs: nowMs + ms, wake: resolve });
        ended.addEventListener('abort', () => reject(ended.reason));
      }),
  };
  const run = () => {
    runsAtMs.push(nowMs);
    if (fails) {
      throw new Error('run failed');
    }
    nowMs += runMs;
  };
  const advance = async (ms: number) => {
    nowMs += ms;
    sleepers.filter(({ untilMs }) => untilMs <= nowMs).forEach(({ wake }) => wake());
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return {
    call: throttle(run, {
      delays: { firstMs: 500, everyMs: 250 },
      clock,
      signal,
      onError: (error) => errors.push(error),
    }),
    advance,
    runsAtMs,
    errors,
  };
}

it('runs 500 ms after the first call, and then at most every 250 ms', async () => {
  const { call, advance, runsAtMs } = throttled();
  for (let step = 0; step < 100; step++) {
    call();
    await advance(10);
  }
  expect(runsAtMs).toEqual([500, 750, 1000]);
});

it('does not run again without a call', async () => {
  const { call, advance, runsAtMs } = throttled();
  call();
  await advance(500);
  await advance(1000);
  expect(runsAtMs).toEqual([500]);
});

it('spends at most a quarter of the time in slow runs', async () => {
  const { call, advance, runsAtMs } = throttled({ runMs: 200 });
  for (let step = 0; step < 100; step++) {
    call();
    await advance(50);
  }
  const waitedMs = runsAtMs.slice(1).map((at, index) => at - runsAtMs[index]!);
  expect(Math.min(...waitedMs)).toBeGreaterThanOrEqual(800);
});

it('does not run after it is aborted', async () => {
  const controller = new AbortController();
  const { call, advance, runsAtMs } = throttled({ signal: controller.signal });
  call();
  controller.abort();
  await advance(500);
  expect(runsAtMs).toEqual([]);
});

it('reports what the function throws, and runs again on the next call', async () => {
  const { call, advance, runsAtMs, errors } = throttled({ fails: true });
  call();
  await advance(500);
  expect(errors).toEqual([new Error('run failed')]);
  call();
  await advance(500);
  expect(runsAtMs).toEqual([500, 1000]);
});
