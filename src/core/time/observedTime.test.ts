import { createFakeClock } from '../../testSupport/testClocks';
import { ObservedTime } from './clock';

function started() {
  const clock = createFakeClock();
  const time = new ObservedTime(clock);
  time.start();
  return { clock, time };
}

it('lasts while it is observed', () => {
  const { clock, time } = started();
  for (const seconds of [5, 10, 30, 50]) {
    clock.advance(seconds * 1000 - time.observeMs());
    expect(time.observeMs()).toBe(seconds * 1000);
  }
});

it('goes on when it is started again', () => {
  const { clock, time } = started();
  clock.advance(15_000);
  time.start();
  clock.advance(15_000);
  expect(time.observeMs()).toBe(30_000);
});

it.each([
  ['the machine slept', 3_600_000],
  ['the clock was set back', -3_600_000],
])('begins again if %s', (_, jumpMs) => {
  const { clock, time } = started();
  clock.advance(15_000);
  time.observeMs();
  clock.advance(jumpMs);
  expect(time.observeMs()).toBe(0);
  clock.advance(4_000);
  expect(time.observeMs()).toBe(4_000);
});

it('is 0 before it starts and after it stops', () => {
  const { clock, time } = started();
  expect(new ObservedTime(clock).observeMs()).toBe(0);
  clock.advance(5_000);
  time.stop();
  clock.advance(5_000);
  expect(time.observeMs()).toBe(0);
  time.restart();
  clock.advance(5_000);
  expect(time.observeMs()).toBe(5_000);
  time.restart();
  expect(time.observeMs()).toBe(0);
});
