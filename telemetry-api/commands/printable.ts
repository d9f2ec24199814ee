/**
 * Makes text safe to print: control characters other than line breaks become escapes such as \u001b. A terminal would obey them, for
 * example an invalid name with ESC that an error message repeats.
 */
export function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
