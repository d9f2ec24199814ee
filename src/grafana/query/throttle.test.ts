import type { Clock } from '../../core/time/clock';
import { throttle } from './throttle';

/** A painter who is called as often as the test likes, by a clock that it moves on. */
function painter({ paintingMs = 0, fails = false, signal = new AbortController().signal } = {}) {
  let nowMs = 0;
  const sleepers: Array<{ untilMs: number; wake: () => void }> = [];
  const paintedAtMs: number[] = [];
  const errors: unknown[] = [];
  const clock: Clock = {
    nowEpochMs: () => nowMs,
    sleep: (ms, ended) =>
      new Promise((resolve, reject) => {
        sleepers.push({ untilMs: nowMs + ms, wake: resolve });
        ended.addEventListener('abort', () => reject(ended.reason));
      }),
  };
  const paint = () => {
    paintedAtMs.push(nowMs);
    if (fails) {
      throw new Error('painting failed');
    }
    nowMs += paintingMs;
  };
  const pass = async (ms: number) => {
    nowMs += ms;
    sleepers.filter(({ untilMs }) => untilMs <= nowMs).forEach(({ wake }) => wake());
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return {
    call: throttle(paint, {
      delays: { firstMs: 500, everyMs: 250 },
      clock,
      signal,
      onError: (error) => errors.push(error),
    }),
    pass,
    paintedAtMs,
    errors,
  };
}

it('paints a while after the first call, and then at most four times a second', async () => {
  const { call, pass, paintedAtMs } = painter();
  for (let step = 0; step < 100; step++) {
    call();
    await pass(10);
  }
  expect(paintedAtMs).toEqual([500, 750, 1000]);
});

it('does not paint when nothing has changed', async () => {
  const { call, pass, paintedAtMs } = painter();
  call();
  await pass(500);
  await pass(1000);
  expect(paintedAtMs).toEqual([500]);
});

it('leaves three quarters of the time to others when painting takes long', async () => {
  const { call, pass, paintedAtMs } = painter({ paintingMs: 200 });
  for (let step = 0; step < 100; step++) {
    call();
    await pass(50);
  }
  const waitedMs = paintedAtMs.slice(1).map((at, index) => at - paintedAtMs[index]!);
  expect(Math.min(...waitedMs)).toBeGreaterThanOrEqual(800);
});

it('paints no more once it is ended', async () => {
  const controller = new AbortController();
  const { call, pass, paintedAtMs } = painter({ signal: controller.signal });
  call();
  controller.abort();
  await pass(500);
  expect(paintedAtMs).toEqual([]);
});

it('reports what painting throws, and paints again on the next call', async () => {
  const { call, pass, paintedAtMs, errors } = painter({ fails: true });
  call();
  await pass(500);
  expect(errors).toEqual([new Error('painting failed')]);
  call();
  await pass(500);
  expect(paintedAtMs).toEqual([500, 1000]);
});
