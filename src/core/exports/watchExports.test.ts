import { createRequestDeduper } from '../concurrency/requestDeduper';
import type { ApiRequest } from '../api/transport';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../testSupport/testClient';
import type { DataExport } from './dataExport';
import { ALWAYS_VISIBLE, watchExports } from './watchExports';

function dataExport(id: string, state: string, progressPercent: number): DataExport {
  return {
    id,
    type: 'lecturas',
    description: '',
    format: 'csv',
    state,
    progressPercent,
    rows: undefined,
    sizeBytes: 0,
    error: '',
    createdEpochMs: undefined,
    finishedEpochMs: undefined,
    expiresEpochMs: undefined,
    downloadUrl: undefined,
  };
}

/** @param lists what the server has at each request; the last one stays */
function watch(lists: ReadonlyArray<readonly DataExport[]>, visibility = ALWAYS_VISIBLE) {
  const requests: ApiRequest[] = [];
  let requested = 0;
  const { client, clock } = createTestClient(
    () => ({ ...EMPTY_DATA, exports: lists[Math.min(requested++, lists.length - 1)]! }),
    {
      intercept: (request) => {
        requests.push(request);
        return undefined;
      },
    }
  );
  const options = { client, dedupe: createRequestDeduper(), clock, visibility };
  return { requests, clock, watching: (signal?: AbortSignal) => watchExports(options, testContext(signal)) };
}

async function states(exports: AsyncIterable<readonly DataExport[]>): Promise<string[]> {
  const seen: string[] = [];
  for await (const list of exports) {
    seen.push(list.map(({ id, state, progressPercent }) => `${id} ${state} ${progressPercent}`).join(', '));
  }
  return seen;
}

it('ends at once when nothing is running', async () => {
  const { requests, watching } = watch([[dataExport('a', 'lista', 100), dataExport('b', 'rara', 0)]]);
  expect(await states(watching())).toEqual(['a lista 100, b rara 0']);
  expect(requests).toEqual([{ path: 'v1/exportaciones', params: {} }]);
  expect(await states(watch([[]]).watching())).toEqual(['']);
});

it('requests them again every two seconds while an export is pending or being processed', async () => {
  const { clock, watching } = watch([
    [dataExport('a', 'pendiente', 0)],
    [dataExport('a', 'procesando', 40)],
    [dataExport('a', 'lista', 100)],
  ]);
  expect(await states(watching())).toEqual(['a pendiente 0', 'a procesando 40', 'a lista 100']);
  expect(clock.sleptMs).toEqual([2000, 2000]);
});

it('follows an export by its id once newer ones have pushed it out of the list', async () => {
  const newer = Array.from({ length: 50 }, (_, index) => dataExport(`n${index}`, 'lista', 100));
  const { requests, watching } = watch([
    [dataExport('o/d', 'procesando', 1)],
    [...newer, dataExport('o/d', 'procesando', 2)],
    [...newer, dataExport('o/d', 'procesando', 2)],
    [...newer, dataExport('o/d', 'lista', 100)],
  ]);
  const seen = await states(watching());
  expect(seen[0]).toBe('o/d procesando 1');
  expect(seen.at(-1)).toMatch(/^n0 lista 100, .*, o\/d lista 100$/);
  expect(requests.at(-1)?.path).toBe('v1/exportaciones/o%2Fd');
});

it('requests nothing while the page is hidden, and the exports at once when it is seen again', async () => {
  let show = () => {};
  const hidden = { isVisible: () => false, untilVisible: () => new Promise<void>((resolve) => (show = resolve)) };
  const { requests, watching } = watch([[dataExport('a', 'procesando', 1)]], hidden);
  const exports = watching();
  await exports.next();
  const next = exports.next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(requests).toHaveLength(1);
  show();
  expect((await next).value).toHaveLength(1);
  expect(requests).toHaveLength(2);
});

it('stops when it is aborted', async () => {
  const controller = new AbortController();
  const { requests, watching } = watch([[dataExport('a', 'procesando', 1)]]);
  const exports = watching(controller.signal);
  await exports.next();
  controller.abort();
  await expect(exports.next()).rejects.toMatchObject({ name: 'AbortError' });
  expect(requests).toHaveLength(1);
});
