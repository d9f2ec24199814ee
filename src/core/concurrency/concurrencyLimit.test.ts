import { createConcurrencyLimit } from './concurrencyLimit';

/** Tasks that end when they are told to, and the order in which they began. */
function createTasks() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve(name);
    await settle();
  };
  return { begun, ends, task, end };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const FOREVER = new AbortController().signal;

it('runs as many tasks at once as it may, and gives each its own result', async () => {
  const { begun, task, end } = createTasks();
  const limit = createConcurrencyLimit(2);
  const results = Promise.all(['a', 'b', 'c'].map((name) => limit('group', task(name), FOREVER)));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c');
  await end('a');
  expect(await results).toEqual(['a', 'b', 'c']);
});

it('groups take turns, so that one with many waiting does not starve one with few', async () => {
  const { begun, task, end } = createTasks();
  const limit = createConcurrencyLimit(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) {
    void limit(name.charAt(0), task(name), FOREVER);
  }
  await settle();
  for (let done = 0; done < 6; done++) {
    await end(begun[done]!);
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('a task that fails, at once or later, gives its place back', async () => {
  const { begun, ends, task } = createTasks();
  const limit = createConcurrencyLimit(1);
  const atOnce = limit('g', () => Promise.reject(new Error('at once')), FOREVER);
  const thrown = limit(
    'g',
    () => {
      throw new Error('thrown');
    },
    FOREVER
  );
  const later = limit('g', task('later'), FOREVER);
  const next = limit('g', task('next'), FOREVER);
  await expect(atOnce).rejects.toThrow('at once');
  await expect(thrown).rejects.toThrow('thrown');
  await settle();
  ends.get('later')?.reject(new Error('later'));
  await expect(later).rejects.toThrow('later');
  await settle();
  expect(begun).toEqual(['later', 'next']);
  ends.get('next')?.resolve('next');
  expect(await next).toBe('next');
});

it('who gives up while waiting never runs, and those behind move up', async () => {
  const { begun, task, end } = createTasks();
  const limit = createConcurrencyLimit(1);
  const controller = new AbortController();
  void limit('g', task('running'), FOREVER);
  const waiting = limit('g', task('given up'), controller.signal);
  const behind = limit('g', task('behind'), FOREVER);
  const outcome = expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await outcome;
  await end('running');
  await end('behind');
  expect(begun).toEqual(['running', 'behind']);
  expect(await behind).toBe('behind');
});

it('who gives up in the instant of getting a place never runs', async () => {
  const { begun, task } = createTasks();
  const controller = new AbortController();
  const given = createConcurrencyLimit(1)('g', task('never'), controller.signal);
  controller.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  expect(begun).toEqual([]);
});

it('who gives up before asking never runs', async () => {
  const { begun, task } = createTasks();
  await expect(createConcurrencyLimit(1)('g', task('never'), AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(begun).toEqual([]);
});

it('a task is told when it is given up while it runs, and its place is free once it ends', async () => {
  const limit = createConcurrencyLimit(1);
  const { begun, task } = createTasks();
  const controller = new AbortController();
  const running = limit(
    'g',
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    controller.signal
  );
  void limit('g', task('next'), FOREVER);
  await settle();
  const outcome = expect(running).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await outcome;
  await settle();
  expect(begun).toEqual(['next']);
});

it('a thousand who give up at once leave nothing behind', async () => {
  const { begun, task, end } = createTasks();
  const limit = createConcurrencyLimit(1);
  const controller = new AbortController();
  void limit('g', task('first'), FOREVER);
  const outcomes = Promise.allSettled(
    Array.from({ length: 1000 }, (_, index) => limit(`g${index % 7}`, task(`waiting ${index}`), controller.signal))
  );
  const last = limit('h', task('last'), FOREVER);
  controller.abort();
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  await end('first');
  await end('last');
  expect(await last).toBe('last');
  expect(begun).toEqual(['first', 'last']);
});
