const MAX_WORDS_LENGTH = 300;

/** More of a text is not looked at; its first lines say what it is. */
const MAX_READ_LENGTH = 10_000;

/** Members that servers use for a sentence about an error, most telling first. */
const WORD_FIELDS = ['detail', 'detalle', 'message', 'mensaje', 'error', 'title', 'titulo'];

/**
 * The server's own words about an error, from whatever body it sent: problem+json, `{ error }`, `{ error: { message } }`,
 * text or a page of HTML. The specification leaves the body open, so none of these is required.
 * @returns at most 300 characters, undefined when the body says nothing
 */
export function errorWords(body: unknown): string | undefined {
  if (typeof body === 'string') {
    const parsed = parseJsonObject(body);
    return parsed === undefined ? clean(stripHtml(body)) : errorWords(parsed);
  }
  if (typeof body !== 'object' || body === null) {
    return undefined;
  }
  for (const field of WORD_FIELDS) {
    const value: unknown = Reflect.get(body, field);
    const words = typeof value === 'string' ? clean(value) : errorWords(value);
    if (words) {
      return words;
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
  const words = text.replace(/\s+/g, ' ').trim();
  return words === '' ? undefined : words.length > MAX_WORDS_LENGTH ? `${words.slice(0, MAX_WORDS_LENGTH)}…` : words;
}
