import { createFakeClock } from '../../testSupport/fakeClock';
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
function attemptsThat(failures: readonly Failure[], lastsMs = 0, random = 0.5) {
  const clock = createFakeClock();
  let attempts = 0;
  const run = (signal = new AbortController().signal) =>
    retry(
      async () => {
        clock.advance(lastsMs);
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

it('tries again, waiting up to twice as long each time, until it succeeds', async () => {
  const { run, clock } = attemptsThat([RETRYABLE, RETRYABLE, RETRYABLE, RETRYABLE]);
  expect(await run()).toBe('done');
  expect(clock.sleptMs).toEqual([200, 400, 800, 1600]);
});

it.each([
  [0, 0],
  [0.999, 399.6],
])('draws the wait: %d of it is %d ms', async (random, waitMs) => {
  const { run, clock } = attemptsThat([RETRYABLE], 0, random);
  await run();
  expect(clock.sleptMs).toEqual([waitMs]);
});

it('does not wait less than the server asked for, and adds its own to it', async () => {
  const { run, clock } = attemptsThat([new Failure(true, 3000), RETRYABLE]);
  await run();
  expect(clock.sleptMs).toEqual([3200, 400]);
});

it('gives up after five attempts, with the last error', async () => {
  const last = new Failure(true);
  const { run, attempts } = attemptsThat([RETRYABLE, RETRYABLE, RETRYABLE, RETRYABLE, last, RETRYABLE]);
  await expect(run()).rejects.toBe(last);
  expect(attempts()).toBe(5);
});

it.each([
  ['the error is for good', [new Failure(false)], 0, 1],
  ['the server asks for more than 45 s', [new Failure(true, 46_000)], 0, 1],
  ['the waits would add up to more than 45 s', [new Failure(true, 30_000), new Failure(true, 20_000)], 0, 2],
  ['attempts take so long that they do', [RETRYABLE, RETRYABLE, RETRYABLE], 50_000, 2],
])('gives up when %s', async (_, failures, lastsMs, attempted) => {
  const { run, attempts } = attemptsThat(failures, lastsMs);
  await expect(run()).rejects.toBe(failures[attempted - 1]);
  expect(attempts()).toBe(attempted);
});

it('a first attempt that waited long for its place may still be tried again', async () => {
  const { run } = attemptsThat([RETRYABLE], 50_000);
  expect(await run()).toBe('done');
});

it('stops waiting when nobody listens any more', async () => {
  const { run, clock, attempts } = attemptsThat([RETRYABLE, RETRYABLE]);
  const controller = new AbortController();
  const running = run(controller.signal);
  const outcome = expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await Promise.resolve();
  controller.abort();
  await outcome;
  expect(clock.sleptMs).toHaveLength(1);
  expect(attempts()).toBe(1);
});

it('does not wait for somebody who left during the attempt', async () => {
  const { run, clock } = attemptsThat([RETRYABLE]);
  await expect(run(AbortSignal.abort())).rejects.toBe(RETRYABLE);
  expect(clock.sleptMs).toEqual([]);
});
