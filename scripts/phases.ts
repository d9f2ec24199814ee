const NAME_WIDTH = 12;

/** One line per phase of a longer work: its name, what came of it, how long it took. */
export class Phases {
  private readonly stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
  }

  /**
   * @param work returns what came of it, in a few words
   * @param meanwhile what is going on, shown on a terminal until it is done
   */
  async run(name: string, meanwhile: string, work: () => Promise<string> | string): Promise<void> {
    const startedMs = Date.now();
    const label = `  ${name.padEnd(NAME_WIDTH)}`;
    if (this.stream.isTTY) {
      this.stream.write(`${label}${meanwhile} …`);
    }
    let result: string;
    try {
      result = await work();
    } catch (error) {
      this.end(`${label}failed`);
      throw error;
    }
    const seconds = (Date.now() - startedMs) / 1000;
    this.end(`${label}${result}${seconds < 0.5 ? '' : ` (${seconds.toFixed(1)} s)`}`);
  }

  private end(line: string) {
    this.stream.write(this.stream.isTTY ? `\r${line}\x1b[K\n` : `${line}\n`);
  }
}
