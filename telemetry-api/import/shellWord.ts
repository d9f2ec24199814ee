/** A word of a command to paste: quoted if a shell would change or split it. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:@%+=,-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
