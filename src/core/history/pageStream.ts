import { malformed } from '../api/fields';
import { OPERATIONS } from '../api/operations';

/** The media type of several pages in docs/columns.md, with its version. */
export const PAGES_TYPE = 'application/vnd.telemetria.pages.v1';

/** Far more than a page of the plugin's backend has. */
const MAX_BYTES = 64 * 2 ** 20;
/** A number below `MAX_BYTES`. */
const MAX_NUMBER_BYTES = 4;
const INITIAL_BYTES = 64 * 1024;

/** One of the pages of a response. */
export interface StreamedPage {
  /** Counts the requested pages from 0. */
  readonly page: number;
  readonly status: number;
  /** The header's value; undefined when it is absent. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Reads the pages of a response as its bytes arrive, in whatever pieces. */
export class PageStreamReader {
  private bytes = new Uint8Array(INITIAL_BYTES);
  /** The bytes that belong to no complete page yet. */
  private from = 0;
  private to = 0;

  /**
   * @returns the pages that are complete with these bytes
   * @throws TelemetryError `malformed` for anything but docs/columns.md
   */
  push(bytes: Uint8Array): StreamedPage[] {
    this.append(bytes);
    const pages: StreamedPage[] = [];
    for (let page = this.next(); page !== undefined; page = this.next()) {
      pages.push(page);
    }
    return pages;
  }

  private append(bytes: Uint8Array): void {
    const length = this.to - this.from;
    if (this.to + bytes.length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(this.bytes.length, 2 * (length + bytes.length)));
      grown.set(this.bytes.subarray(this.from, this.to));
      this.bytes = grown;
      this.from = 0;
      this.to = length;
    }
    this.bytes.set(bytes, this.to);
    this.to += bytes.length;
  }

  private next(): StreamedPage | undefined {
    const head = this.part(this.from);
    const body = head && this.part(head.to);
    if (head === undefined || body === undefined) {
      return undefined;
    }
    const page = { ...parseHead(this.bytes.subarray(head.from, head.to)), body: this.bytes.slice(body.from, body.to) };
    this.from = body.to;
    return page;
  }

  /** Bytes after a number that says how many there are; undefined until all have arrived. */
  private part(from: number): { readonly from: number; readonly to: number } | undefined {
    let length = 0;
    for (let index = 0; from + index < this.to; index++) {
      const byte = this.bytes[from + index]!;
      length += (byte % 128) * 128 ** index;
      if (byte < 128) {
        const start = from + index + 1;
        if (length > MAX_BYTES) {
          throw unreadable();
        }
        return start + length <= this.to ? { from: start, to: start + length } : undefined;
      }
      if (index + 1 === MAX_NUMBER_BYTES) {
        throw unreadable();
      }
    }
    return undefined;
  }
}

function parseHead(bytes: Uint8Array): Omit<StreamedPage, 'body'> {
  let head: unknown;
  try {
    head = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw unreadable();
  }
  const { page, status, header } = Object(head) as { page?: unknown; status?: unknown; header?: unknown };
  if (!Number.isSafeInteger(page) || !Number.isSafeInteger(status) || typeof header !== 'object' || header === null) {
    throw unreadable();
  }
  const values = new Map(Object.entries(header).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return { page: Number(page), status: Number(status), header: (name) => values.get(name.toLowerCase()) };
}

function unreadable(): Error {
  return malformed(OPERATIONS.history.path, 'pages', 'other bytes');
}
