import { TelemetryError } from './telemetryError';

interface Page {
  readonly nextCursor: string | null;
}

/** Far beyond any list of one window, at one item a page: what is longer goes on for ever. */
const MAX_PAGES = 20_000;

/**
 * Follows cursors until there is none, a page at a time. A page may be short or empty and still have a next one.
 * A cursor that comes a second time would go round for ever: it is an error, after the pages before it were yielded.
 * @throws TelemetryError `protocol` on a repeated cursor or a list without end, and whatever `fetchPage` throws
 */
export async function* readPages<P extends Page>(
  fetchPage: (cursor: string | null) => Promise<P>
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: P = await fetchPage(cursor);
    yield page;
    cursor = page.nextCursor;
    if (cursor !== null) {
      if (seen.has(cursor)) {
        throw new TelemetryError('protocol', { detail: 'the cursor of the next page came a second time' });
      }
      if (seen.add(cursor).size >= MAX_PAGES) {
        throw new TelemetryError('protocol', { detail: `there is still a next page after ${MAX_PAGES}` });
      }
    }
  } while (cursor !== null);
}
