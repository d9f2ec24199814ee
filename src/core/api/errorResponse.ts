import type { EpochMs } from '../time/window';

const MAX_MESSAGE_LENGTH = 300;

/** The rest of a longer text is ignored. */
const MAX_READ_LENGTH = 10_000;

/** Servers nest a message once or twice. Deeper ones would take the stack. */
const MAX_DEPTH = 8;

/** Members in which servers describe an error, the most specific first. */
const MESSAGE_FIELDS = ['detail', 'detalle', 'message', 'mensaje', 'error', 'title', 'titulo'];

/**
 * The server's own description of an error, from whatever body it sent: problem+json, `{ error }`, `{ error: { message } }`,
 * text or an HTML page. The specification leaves the body open, so none of these is required.
 * @returns at most 300 characters; undefined when the body describes nothing
 */
export function findServerMessage(body: unknown): string | undefined {
  return messageAt(body, 0);
}

function messageAt(body: unknown, depth: number): string | undefined {
  if (typeof body === 'string') {
    const parsed = parseJsonObject(body);
    return parsed === undefined ? clean(stripHtml(body)) : messageAt(parsed, depth);
  }
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) {
    return undefined;
  }
  for (const field of MESSAGE_FIELDS) {
    const value: unknown = Reflect.get(body, field);
    const message = typeof value === 'string' ? clean(value) : messageAt(value, depth + 1);
    if (message) {
      return message;
    }
  }
  return undefined;
}

function parseJsonObject(text: string): object | undefined {
  if (!text.trimStart().startsWith('{')) {
    return undefined;
  }
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function stripHtml(text: string): string {
  return text
    .slice(0, MAX_READ_LENGTH)
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<(?:[a-z/!][^>]*(?:>|$)|$)/gi, ' ');
}

function clean(text: string): string | undefined {
  const message = text.replace(/\s+/g, ' ').trim();
  return message === ''
    ? undefined
    : message.length > MAX_MESSAGE_LENGTH
      ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…`
      : message;
}

/**
 * Reads a `Retry-After` header in both its forms: seconds, or an HTTP date.
 * @returns how long to wait from now, in ms; undefined when absent or unreadable
 */
export function readRetryAfter(header: string | undefined, nowEpochMs: EpochMs): number | undefined {
  const text = header?.trim();
  if (!text) {
    return undefined;
  }
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Number(text) * 1000;
  }
  // Date.parse would read any number as a year.
  const dateEpochMs = /^[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(dateEpochMs) ? undefined : Math.max(0, dateEpochMs - nowEpochMs);
}

/**
 * Why the backend of the plugin did not read a response of the API that was no error.
 * @returns undefined for any other body
 */
export function findUnread(body: unknown): string | undefined {
  const reason: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'unread') : undefined;
  return typeof reason === 'string' ? clean(reason) : undefined;
}

/**
 * How long to wait as the body of an error requests, for proxies that hide the headers of errors: the service of this
 * repository repeats the seconds there.
 * @returns undefined when the body does not contain it
 */
export function retryAfterOfBody(body: unknown): number | undefined {
  const seconds: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'reintentarEnSegundos') : undefined;
  return typeof seconds === 'number' && Number.isFinite(seconds * 1000) && seconds >= 0 ? seconds * 1000 : undefined;
}
