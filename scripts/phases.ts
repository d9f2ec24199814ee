const NAME_WIDTH = 12;

/** Prints one line per phase of a long task: name, outcome, duration. */
export class Phases {
  private readonly stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
  }

  /**
   * @param work returns the outcome, for display
   * @param activity shown on a terminal until the phase ends
   */
  async run(name: string, activity: string, work: () => Promise<string> | string): Promise<void> {
    const startedMs = Date.now();
    const label = `  ${name.padEnd(NAME_WIDTH)}`;
    if (this.stream.isTTY) {
      this.stream.write(`${label}${activity} …`);
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
