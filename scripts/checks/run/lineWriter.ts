/**
 * Passes on whole lines of a text that arrives in chunks, each behind a prefix, so that programs which run at the same time do not write
 * into each other's lines.
 */
export class LineWriter {
  private rest = '';

  constructor(
    private readonly prefix: string,
    private readonly write: (text: string) => void
  ) {}

  add(piece: string) {
    const lines = (this.rest + piece).split('\n');
    this.rest = lines.pop() ?? '';
    this.write(lines.map((line) => `${this.prefix}${line}\n`).join(''));
  }

  /** Passes on a last line without its end. */
  end() {
    if (this.rest !== '') {
      this.add('\n');
    }
  }
}
