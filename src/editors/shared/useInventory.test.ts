import { act, renderHook } from '@testing-library/react';
import type { Device } from '../../core/inventory/device';
import { PLANT, plantSource } from '../test/plant';
import { useInventory } from './useInventory';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function load() {
  let answer: (devices: readonly Device[]) => void = () => undefined;
  const source = { ...plantSource(), listDevices: () => new Promise<readonly Device[]>((done) => (answer = done)) };
  const { result } = renderHook(() => useInventory(source));
  return {
    inventory: () => result.current,
    waitMs: (ms: number) => act(() => void jest.advanceTimersByTime(ms)),
    answer: () => act(async () => answer(PLANT)),
  };
}

it('is slow after half a second, until the devices are loaded', async () => {
  const { inventory, waitMs, answer } = load();
  waitMs(499);
  expect(inventory().isSlow).toBe(false);
  waitMs(1);
  expect(inventory().isSlow).toBe(true);
  await answer();
  expect(inventory()).toMatchObject({ isSlow: false, state: { status: 'ready' } });
});

it('is never slow if the devices are loaded sooner', async () => {
  const { inventory, waitMs, answer } = load();
  waitMs(400);
  await answer();
  waitMs(200);
  expect(inventory().isSlow).toBe(false);
});

it('is slow half a second after a retry again', async () => {
  const { inventory, waitMs, answer } = load();
  waitMs(600);
  await answer();
  act(() => inventory().retry());
  expect(inventory()).toMatchObject({ isSlow: false, state: { status: 'loading' } });
  waitMs(500);
  expect(inventory().isSlow).toBe(true);
});
