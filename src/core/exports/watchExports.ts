import type { CallContext, TelemetryClient } from '../api/telemetryClient';
import type { DedupeRequest } from '../concurrency/requestDeduper';
import type { Clock } from '../time/clock';
import { type DataExport, isRunning } from './dataExport';
import type { PageVisibility } from './pageVisibility';

/** Between two requests while an export is running. */
const POLL_MS = 2_000;

interface WatchOptions {
  readonly client: TelemetryClient;
  readonly dedupe: DedupeRequest;
  readonly clock: Clock;
  readonly visibility: PageVisibility;
}

/**
 * The exports of the key: at once, then again every two seconds while any of them is running and the page can be seen. Ends with
 * the list in which none is. A running export that drops out of the list, which holds only the last ones, is requested by its id.
 * @param exportId only this export; undefined: all
 * @throws TelemetryError when the server does not return them
 */
export async function* watchExports(
  exportId: string | undefined,
  { client, dedupe, clock, visibility }: WatchOptions,
  context: CallContext
): AsyncGenerator<readonly DataExport[], void, undefined> {
  const one = (id: string) =>
    dedupe(`export ${id}`, (signal) => client.export(id, { ...context, signal }), context.signal);
  const list = () => dedupe('exports', (signal) => client.exports({ ...context, signal }), context.signal);
  /** The exports that were running at any time, as last received. */
  const watched = new Map<string, DataExport>();
  for (;;) {
    const listed = exportId === undefined ? await list() : [await one(exportId)];
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
