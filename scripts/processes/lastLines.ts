/** Buffers the last lines of a text that arrives in chunks, such as a program's output. */
export class LastLines {
  private readonly limit: number;
  private lines: string[] = [''];

  /** @param limit number of lines */
  constructor(limit: number) {
    this.limit = limit;
  }

  add(piece: string) {
    const [first = '', ...more] = piece.split('\n');
    this.lines[this.lines.length - 1] += first;
    // One more than the limit: the last line is incomplete, and empty after a line break.
    this.lines = [...this.lines, ...more].slice(-this.limit - 1);
  }

  /** Without trailing empty lines; at most `limit` lines. */
  text(): string {
    return this.lines.join('\n').trimEnd().split('\n').slice(-this.limit).join('\n');
  }
}
