import { ResponseMonitor } from '../../core/api/responseMonitor';
import { TelemetryError } from '../../core/api/telemetryError';
import { createManualClock } from '../../testSupport/testClocks';
import { describeError } from '../errorMessage';
import { KnownValues, valuesInTime } from './knownValues';

const NOON = Date.UTC(2026, 2, 3, 12);

describe('while nothing answers', () => {
  /** Values that come after some seconds, or never. */
  function waiting() {
    const clock = createManualClock(NOON);
    const monitor = new ResponseMonitor(() => new Promise(() => undefined), clock);
    const values = (load: Promise<string>, known?: string, signal = new AbortController().signal) => {
      const outcome: { text?: string } = {};
      valuesInTime(load, { known, knownAfterMs: 2_000 }, { clock, monitor }, signal).then(
        (text) => (outcome.text = text),
        (error: unknown) => (outcome.text = describeError(error))
      );
      return outcome;
    };
    const after = (seconds: number, text: string) =>
      clock.sleep(seconds * 1000, new AbortController().signal).then(() => text);
    return { clock, monitor, values, after };
  }

  it('a list has the values that it had, after two seconds', async () => {
    const { clock, values, after } = waiting();
    const outcome = values(after(60, 'new'), 'known');
    await clock.advance(1_900);
    expect(outcome.text).toBeUndefined();
    await clock.advance(100);
    expect(outcome.text).toBe('known');
  });

  it('it has them after two seconds also when the time of day is set back', async () => {
    const { clock, values, after } = waiting();
    const outcome = values(after(60, 'new'), 'known');
    await clock.advance(0);
    clock.setBack(3_600_000);
    await clock.advance(2_000);
    expect(outcome.text).toBe('known');
  });

  it('a list without values waits until users should know that nothing answers', async () => {
    const { clock, monitor, values, after } = waiting();
    void monitor.transport({ path: 'v1/dispositivos', params: {} }, new AbortController().signal);
    const outcome = values(after(60, 'new'));
    await clock.advance(9_500);
    expect(outcome.text).toBeUndefined();
    await clock.advance(500);
    expect(outcome.text).toMatch(/^No answer from the API for 10 s\./);
    // The next ones need not wait as long.
    const others = [values(after(60, 'new')), values(after(60, 'new'), 'known'), values(Promise.resolve('new'))];
    await clock.advance(250);
    expect(others.map(({ text }) => text)).toEqual([expect.stringMatching(/^No answer/), 'known', 'new']);
  });

  it('a slow API that answers is waited for', async () => {
    const { clock, values, after } = waiting();
    const outcome = values(after(30, 'new'));
    await clock.advance(30_000);
    expect(outcome.text).toBe('new');
  });

  it.each([
    ['network', 'known'],
    ['server', 'known'],
    ['unresponsive', 'known'],
    ['unauthorized', 'The API key was rejected'],
    ['forbidden', 'lacks the permission'],
  ] as const)('an error of the kind %s gives %s', async (kind, expected) => {
    const { clock, values } = waiting();
    const outcome = values(Promise.reject(new TelemetryError(kind)), 'known');
    await clock.advance(0);
    expect(outcome.text).toContain(expected);
  });

  it('waiting ends with the signal', async () => {
    const { clock, values, after } = waiting();
    const controller = new AbortController();
    const outcome = values(after(60, 'new'), 'known', controller.signal);
    controller.abort();
    await clock.advance(5_000);
    expect(outcome.text).toBe('Cancelled.');
  });
});

it('the lists that were requested last are known', () => {
  const known = new KnownValues();
  for (let index = 0; index <= 200; index++) {
    known.set({ index }, []);
    known.set({ index: 'used' }, []);
  }
  expect([0, 1, 2, 200, 'used'].map((index) => known.get({ index }) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
