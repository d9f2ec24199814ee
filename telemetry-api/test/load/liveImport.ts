import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH_STEP_MS, batchValueAt } from '../support/batches.ts';
import { readImportReport } from '../support/processes/importReport.ts';
import type { Program } from '../support/processes/programs.ts';
import { HISTORY, type PlantTag } from './plantData.ts';

/** Of all tags together: twenty times those of 200 tags with a reading a second. */
export const LIVE_ROWS_PER_S = 4000;
const CHUNKS_PER_S = 10;

/** Readings that one `import readings -` receives during a whole run, also while the database is restarted. */
export class LiveImport {
  private readonly program: Program;
  private readonly tags: readonly PlantTag[];
  private readonly sent: Promise<void>;
  private steps = 0;
  private isStopping = false;

  /** @param program `import readings -`, just started */
  constructor(program: Program, tags: readonly PlantTag[]) {
    this.program = program;
    this.tags = tags;
    this.sent = this.send();
  }

  /** The end of what was sent; its start is the end of `HISTORY`. */
  get toMs(): number {
    return HISTORY.toMs + this.steps * BATCH_STEP_MS;
  }

  get rows(): number {
    return this.steps * this.tags.length;
  }

  /** Waits until all rows are imported. @throws if the importer does not report each of them as new */
  async finish(): Promise<void> {
    this.isStopping = true;
    await this.sent;
    this.program.stdin.end();
    const code = await this.program.ended();
    const { added } = readImportReport(this.program);
    if (code !== 0 || added !== this.rows) {
      throw new Error(
        `The importer received ${this.rows} rows (code ${code}):\n${this.program.lines().join('\n')}\n${this.program.stderr()}`
      );
    }
  }

  private async send(): Promise<void> {
    const { stdin } = this.program;
    // The importer reports why it ended.
    stdin.on('error', () => undefined);
    stdin.write('device,tag,timestamp,value\n');
    while (!this.isStopping && !this.program.hasEnded()) {
      if (!stdin.write(this.nextChunk())) {
        await Promise.race([once(stdin, 'drain'), this.program.ended()]);
      }
      await sleep(1000 / CHUNKS_PER_S);
    }
  }

  /** Rows of the next steps, the last one first: late readings are usual. */
  private nextChunk(): string {
    const steps = LIVE_ROWS_PER_S / CHUNKS_PER_S / this.tags.length;
    const lines = Array.from({ length: steps }, (_, i) => {
      const ts = this.toMs + i * BATCH_STEP_MS;
      const time = new Date(ts).toISOString();
      return this.tags.map(({ id, device, key }) => `${device},${key},${time},${batchValueAt(id, ts)}\n`).join('');
    });
    this.steps += steps;
    return lines.reverse().join('');
  }
}
