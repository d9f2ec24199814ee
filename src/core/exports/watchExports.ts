import type { ApiClient, CallContext } from '../api/apiClient';
import { OPERATIONS } from '../api/operations';
import type { DedupeRequest } from '../concurrency/requestDeduper';
import type { Clock } from '../time/clock';
import { type DataExport, decodeExport, decodeExports, isRunning } from './dataExport';

/** Whether somebody can see what is requested. */
export interface PageVisibility {
  readonly isVisible: () => boolean;
  /** Resolves as soon as the page can be seen; rejects with the signal's reason when it is aborted first. */
  readonly untilVisible: (signal: AbortSignal) => Promise<void>;
}

/** For what has no page, such as a server. */
export const ALWAYS_VISIBLE: PageVisibility = {
  isVisible: () => true,
  untilVisible: () => Promise.resolve(),
};

/** Between two requests while an export is running. */
const POLL_MS = 2_000;

interface WatchOptions {
  readonly client: ApiClient;
  readonly dedupe: DedupeRequest;
  readonly clock: Clock;
  readonly visibility: PageVisibility;
}

/**
 * The exports of the key: at once, then again every two seconds while any of them is running and the page can be seen. Ends with
 * the list in which none is. A running export that drops out of the list, which holds only the last ones, is requested by its id.
 * @throws TelemetryError when the server does not return them
 */
export async function* watchExports(
  { client, dedupe, clock, visibility }: WatchOptions,
  context: CallContext
): AsyncGenerator<readonly DataExport[], void, undefined> {
  const one = (id: string) =>
    dedupe(
      `export ${id}`,
      (signal) => client.get(OPERATIONS.export, { id }, decodeExport, { ...context, signal }),
      context.signal
    );
  const list = () =>
    dedupe(
      'exports',
      (signal) => client.get(OPERATIONS.exports, {}, decodeExports, { ...context, signal }),
      context.signal
    );
  /** The exports that were running at any time, as last received. */
  const watched = new Map<string, DataExport>();
  for (;;) {
    const listed = await list();
    const ids = new Set(listed.map(({ id }) => id));
    const unlisted = [...watched.values()].filter(({ id }) => !ids.has(id));
    const exports = [
      ...listed,
      ...(await Promise.all(unlisted.map((known) => (isRunning(known) ? one(known.id) : known)))),
    ];
    yield exports;
    for (const current of exports) {
      if (isRunning(current) || watched.has(current.id)) {
        watched.set(current.id, current);
      }
    }
    if (!exports.some(isRunning)) {
      return;
    }
    await clock.sleep(POLL_MS, context.signal);
    await visibility.untilVisible(context.signal);
  }
}
