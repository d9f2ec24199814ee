import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue } from './fairQueue.ts';

/** Tasks that run until they are ended, and the order in which they started. */
function tasks(queue: FairQueue) {
  const started: string[] = [];
  const dropped: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    dropped,
    add: (name: string) =>
      queue.run(
        name.slice(0, 1),
        () => {
          started.push(name);
          return new Promise<string>((resolve, reject) => {
            ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
          });
        },
        () => dropped.push(name)
      ),
    end: async (name: string, error?: Error) => {
      ends.get(name)?.(error);
      await turn();
    },
  };
}

test('an owner runs its share at most, although there is room', async () => {
  const { add, end, started } = tasks(new FairQueue(3, 2, 60_000));
  const results = ['a1', 'a2', 'a3', 'b1'].map(add);
  await turn();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(await results[0]).toBe('a1');
});

test('waiting owners are served in turn, however many tasks one of them has', async () => {
  const { add, end, started } = tasks(new FairQueue(1, 1, 60_000));
  ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].forEach((name) => void add(name));
  for (let n = 0; n < 7; n++) {
    await turn();
    await end(started.at(-1) ?? '');
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a task that fails frees its place and rejects only its own promise', async () => {
  const { add, end, started } = tasks(new FairQueue(1, 1, 60_000));
  const [first, second] = [add('a1'), add('a2')];
  const failed = expect(first).rejects.toThrow('failed');
  await turn();
  await end('a1', new Error('failed'));
  await failed;
  expect(started).toEqual(['a1', 'a2']);
  await end('a2');
  expect(await second).toBe('a2');
});

test('a task whose turn does not come in time is rejected, and never runs', async () => {
  const { add, end, started } = tasks(new FairQueue(1, 1, 20));
  const first = add('a1');
  await expect(Promise.allSettled([add('a2'), add('b1')])).resolves.toMatchObject([
    { status: 'rejected', reason: { code: 'servidor_ocupado', headers: { 'retry-after': '1' } } },
    { status: 'rejected', reason: { code: 'servidor_ocupado' } },
  ]);
  await end('a1');
  expect(await first).toBe('a1');
  void add('b2');
  await turn();
  expect(started).toEqual(['a1', 'b2']);
  await end('b2');
});

test('the newest waiting task is dropped of the owner with the largest share, if that is large enough', async () => {
  const queue = new FairQueue(1, 1, 60_000);
  const { add, end, started, dropped } = tasks(queue);
  void add('a1');
  const rejected = ['b1', 'b2', 'c1', 'c2'].map((name) => add(name).then(undefined, ({ code }) => [name, code]));
  const shareOf = (owner: string) => ({ a: 9, b: 5, c: 7 })[owner] ?? 0;
  queue.dropNewest(shareOf, 8);
  expect(dropped).toEqual([]);
  queue.dropNewest(shareOf, 7);
  expect(dropped).toEqual(['c2']);
  expect(await rejected[3]).toEqual(['c2', 'servidor_ocupado']);
  queue.dropNewest(shareOf, 5);
  // The running task of a stays; c waits with nothing more.
  queue.dropNewest(shareOf, 5);
  expect(dropped).toEqual(['c2', 'c1', 'b2']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(await rejected[0]).toBe('b1');
});
