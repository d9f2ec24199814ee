/** Keeps the end of a text that arrives in pieces: a program's last words. */
export class LastLines {
  private readonly limit: number;
  private lines: string[] = [''];

  /** @param limit lines kept */
  constructor(limit: number) {
    this.limit = limit;
  }

  add(piece: string) {
    const [first = '', ...more] = piece.split('\n');
    this.lines[this.lines.length - 1] += first;
    // One more than the limit: the last one is still open, and empty after a line break.
    this.lines = [...this.lines, ...more].slice(-this.limit - 1);
  }

  /** Without trailing empty lines; at most `limit` lines. */
  text(): string {
    return this.lines.join('\n').trimEnd().split('\n').slice(-this.limit).join('\n');
  }
}
