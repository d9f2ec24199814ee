import { withTimeout } from './filteredInventory';

describe('a promise with a timeout', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('resolves to the fallback if it takes longer', async () => {
    const hanging = withTimeout(new Promise<string>(() => undefined), 3000, 'fallback');
    await jest.advanceTimersByTimeAsync(3000);
    expect(await hanging).toBe('fallback');
  });

  it('resolves to its value if it is in time, and leaves no timer behind', async () => {
    expect(await withTimeout(Promise.resolve('in time'), 3000, 'fallback')).toBe('in time');
    expect(jest.getTimerCount()).toBe(0);
  });
});
