import { TelemetryError } from './telemetryError';

interface Page {
  readonly nextCursor: string | undefined;
}

/** Far beyond any list of one window, even at one item a page: a longer list never ends. */
const MAX_PAGES = 20_000;

/**
 * Follows cursors until there is none, a page at a time. A page may be short or empty and still have a next one.
 * A repeated cursor would loop forever: it is an error, thrown after the pages before it were yielded.
 * @throws TelemetryError `protocol` on a repeated cursor or an endless list, and whatever `fetchPage` throws
 */
export async function* readPages<P extends Page>(
  fetchPage: (cursor?: string) => Promise<P>
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page: P = await fetchPage(cursor);
    yield page;
    cursor = page.nextCursor;
    if (cursor !== undefined) {
      if (seen.has(cursor)) {
        throw new TelemetryError('protocol', { detail: 'the server repeated a cursor' });
      }
      if (seen.add(cursor).size >= MAX_PAGES) {
        throw new TelemetryError('protocol', { detail: `the list does not end after ${MAX_PAGES} pages` });
      }
    }
  } while (cursor !== undefined);
}
