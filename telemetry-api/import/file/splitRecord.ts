/** Why a CSV record cannot be split: its last quoted field continues on the next line, or text follows a closing quote. */
export type SplitFailure = 'open-quote' | 'text-after-quote';

/**
 * Splits one CSV record into its fields (RFC 4180: a field may be quoted, a quote inside it is doubled).
 * A quote inside an unquoted field is literal.
 * Not left to a CSV library: an unclosed quote must affect only its own row, where a library reads on to the end of the file, and lines
 * without quotes, which are nearly all, are faster to split than to parse by character. Tests compare it with csv-parse.
 * @param text one line, or several if a quoted field contains line breaks
 * @param delimiter one character
 */
export function splitRecord(text: string, delimiter: string): string[] | SplitFailure {
  if (!text.includes('"')) {
    return text.split(delimiter);
  }
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let field = '';
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) {
          return 'open-quote';
        }
        field += text.slice(from, quote);
        if (text[quote + 1] !== '"') {
          at = quote + 1;
          break;
        }
        field += '"';
        from = quote + 2;
      }
      fields.push(field);
      if (at < text.length && text[at] !== delimiter) {
        return 'text-after-quote';
      }
    } else {
      const end = text.indexOf(delimiter, at);
      fields.push(text.slice(at, end < 0 ? text.length : end));
      at = end < 0 ? text.length : end;
    }
    if (at >= text.length) {
      return fields;
    }
    at += 1;
  }
}

/** The trimmed text, without the apostrophe by which exports keep spreadsheets from running a text as a formula. */
export function cellOf(field: string): string {
  const text = field.trim();
  return text.startsWith("'") && /^'+[=+\-@]/.test(text) ? text.slice(1) : text;
}
