import { createFakeClock } from '../../testSupport/testClocks';
import { DEFAULT_RETRY_POLICY, retry } from './retry';

class Failure extends Error {
  constructor(
    readonly retryable: boolean,
    readonly retryAfterMs?: number
  ) {
    super('failure');
  }
}

const RETRYABLE = new Failure(true);

/** Fails as listed, then succeeds. */
function attemptsThatFail(failures: readonly Failure[], attemptMs = 0, random = 0.5) {
  const clock = createFakeClock();
  let attempts = 0;
  const run = (signal = new AbortController().signal) =>
    retry(
      async () => {
        clock.advance(attemptMs);
        const failure = failures[attempts++];
        if (failure) {
          throw failure;
        }
        return 'done';
      },
      {
        clock,
        random: () => random,
        policy: DEFAULT_RETRY_POLICY,
        decideRetry: (error) => ({
          retryable: (error as Failure).retryable,
          retryAfterMs: (error as Failure).retryAfterMs,
        }),
      },
      signal
    );
  return { clock, run, attempts: () => attempts };
}

it('retries until it succeeds, and doubles the delay each time', async () => {
  const { run, clock } = attemptsThatFail([RETRYABLE, RETRYABLE, RETRYABLE, RETRYABLE]);
  expect(await run()).toBe('done');
  expect(clock.sleptMs).toEqual([200, 400, 800, 1600]);
});

it.each([
  [0, 0],
  [0.999, 399.6],
])('randomizes the delay: %d of its upper bound is %d ms', async (random, delayMs) => {
  const { run, clock } = attemptsThatFail([RETRYABLE], 0, random);
  await run();
  expect(clock.sleptMs).toEqual([delayMs]);
});

it('adds its own delay to the delay that the server requires', async () => {
  const { run, clock } = attemptsThatFail([new Failure(true, 3000), RETRYABLE]);
  await run();
  expect(clock.sleptMs).toEqual([3200, 400]);
});

it('gives up after five attempts and rejects with the last error', async () => {
  const last = new Failure(true);
  const { run, attempts } = attemptsThatFail([RETRYABLE, RETRYABLE, RETRYABLE, RETRYABLE, last, RETRYABLE]);
  await expect(run()).rejects.toBe(last);
  expect(attempts()).toBe(5);
});

it.each([
  ['the error is not retryable', [new Failure(false)], 0, 1],
  ['the server requires a delay of more than 45 s', [new Failure(true, 46_000)], 0, 1],
  ['the delays would add up to more than 45 s', [new Failure(true, 30_000), new Failure(true, 20_000)], 0, 2],
  ['the attempts take more than 45 s', [RETRYABLE, RETRYABLE, RETRYABLE], 50_000, 2],
])('gives up when %s', async (_, failures, attemptMs, attempted) => {
  const { run, attempts } = attemptsThatFail(failures, attemptMs);
  await expect(run()).rejects.toBe(failures[attempted - 1]);
  expect(attempts()).toBe(attempted);
});

it('goes on for no longer because the time of day is set back', async () => {
  const { run, clock, attempts } = attemptsThatFail(Array(5).fill(new Failure(true, 20_000)));
  const { sleep } = clock;
  clock.sleep = (delayMs, signal) => {
    clock.setBack(3_600_000);
    return sleep(delayMs, signal);
  };
  await expect(run()).rejects.toThrow('failure');
  expect(attempts()).toBe(3);
});

it('retries a first attempt that waited a long time for its slot', async () => {
  const { run } = attemptsThatFail([RETRYABLE], 50_000);
  expect(await run()).toBe('done');
});

it('stops waiting when the caller aborts', async () => {
  const { run, clock, attempts } = attemptsThatFail([RETRYABLE, RETRYABLE]);
  const controller = new AbortController();
  const running = run(controller.signal);
  const outcome = expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await Promise.resolve();
  controller.abort();
  await outcome;
  expect(clock.sleptMs).toHaveLength(1);
  expect(attempts()).toBe(1);
});

it('does not wait if the caller aborted during the attempt', async () => {
  const { run, clock } = attemptsThatFail([RETRYABLE]);
  await expect(run(AbortSignal.abort())).rejects.toBe(RETRYABLE);
  expect(clock.sleptMs).toEqual([]);
});
