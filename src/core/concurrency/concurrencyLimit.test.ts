import { createConcurrencyLimit } from './concurrencyLimit';

/** Tasks that the test ends, and the order in which they started. */
function createTasks() {
  const started: string[] = [];
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve(name);
    await settle();
  };
  return { started, ends, task, end };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const NEVER_ABORTED = new AbortController().signal;

it('runs tasks concurrently up to the limit, and resolves each to its own result', async () => {
  const { started, task, end } = createTasks();
  const limit = createConcurrencyLimit(2);
  const results = Promise.all(['a', 'b', 'c'].map((name) => limit('group', task(name), NEVER_ABORTED)));
  await settle();
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
  await end('c');
  await end('a');
  expect(await results).toEqual(['a', 'b', 'c']);
});

it('follows a limit that changes', async () => {
  const { started, task, end } = createTasks();
  let most = 3;
  const limit = createConcurrencyLimit(() => most);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    void limit('group', task(name), NEVER_ABORTED);
  }
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  most = 1;
  await end('a');
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
  most = 2;
  await end('c');
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('alternates between groups, so that a group with many tasks does not starve the others', async () => {
  const { started, task, end } = createTasks();
  const limit = createConcurrencyLimit(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) {
    void limit(name.charAt(0), task(name), NEVER_ABORTED);
  }
  await settle();
  for (let done = 0; done < 6; done++) {
    await end(started[done]!);
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('frees the slot of a task that fails, immediately or later', async () => {
  const { started, ends, task } = createTasks();
  const limit = createConcurrencyLimit(1);
  const immediate = limit('g', () => Promise.reject(new Error('immediate')), NEVER_ABORTED);
  const thrown = limit(
    'g',
    () => {
      throw new Error('thrown');
    },
    NEVER_ABORTED
  );
  const later = limit('g', task('later'), NEVER_ABORTED);
  const next = limit('g', task('next'), NEVER_ABORTED);
  await expect(immediate).rejects.toThrow('immediate');
  await expect(thrown).rejects.toThrow('thrown');
  await settle();
  ends.get('later')?.reject(new Error('later'));
  await expect(later).rejects.toThrow('later');
  await settle();
  expect(started).toEqual(['later', 'next']);
  ends.get('next')?.resolve('next');
  expect(await next).toBe('next');
});

it('never runs a task that is aborted while it is queued, and moves up those behind it', async () => {
  const { started, task, end } = createTasks();
  const limit = createConcurrencyLimit(1);
  const controller = new AbortController();
  void limit('g', task('running'), NEVER_ABORTED);
  const queued = limit('g', task('aborted'), controller.signal);
  const behind = limit('g', task('behind'), NEVER_ABORTED);
  const outcome = expect(queued).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await outcome;
  await end('running');
  await end('behind');
  expect(started).toEqual(['running', 'behind']);
  expect(await behind).toBe('behind');
});

it('never runs a task that is aborted in the instant it gets a slot', async () => {
  const { started, task } = createTasks();
  const controller = new AbortController();
  const aborted = createConcurrencyLimit(1)('g', task('never'), controller.signal);
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect(started).toEqual([]);
});

it('never runs a task whose signal is already aborted', async () => {
  const { started, task } = createTasks();
  await expect(createConcurrencyLimit(1)('g', task('never'), AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(started).toEqual([]);
});

it('passes an abort on to a running task, and frees its slot once the task ends', async () => {
  const limit = createConcurrencyLimit(1);
  const { started, task } = createTasks();
  const controller = new AbortController();
  const running = limit(
    'g',
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    controller.signal
  );
  void limit('g', task('next'), NEVER_ABORTED);
  await settle();
  const outcome = expect(running).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await outcome;
  await settle();
  expect(started).toEqual(['next']);
});

it('removes a thousand queued tasks that are aborted together', async () => {
  const { started, task, end } = createTasks();
  const limit = createConcurrencyLimit(1);
  const controller = new AbortController();
  void limit('g', task('first'), NEVER_ABORTED);
  const outcomes = Promise.allSettled(
    Array.from({ length: 1000 }, (_, index) => limit(`g${index % 7}`, task(`queued ${index}`), controller.signal))
  );
  const last = limit('h', task('last'), NEVER_ABORTED);
  controller.abort();
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  await end('first');
  await end('last');
  expect(await last).toBe('last');
  expect(started).toEqual(['first', 'last']);
});
