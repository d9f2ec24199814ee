import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isConnectionError } from '../../store/database/databaseErrors.ts';
import { readTagIds } from '../../store/inventory/inventory.ts';
import { createKey, listKeys, PERMISSIONS } from '../../store/keys/keys.ts';
import { BATCH_STEP_MS, BATCHES_FROM_MS, batchOf, batchValueAt } from '../support/batches.ts';
import { EmbeddedClient } from '../support/databases/embeddedClient.ts';
import { readImportReport } from '../support/processes/importReport.ts';
import type { LoopDisk } from '../support/loopDisk.ts';
import { suspendProcessesUsing } from '../support/processes/processesUsing.ts';
import { startProgram, type Program } from '../support/processes/programs.ts';
import { Ledger } from './ledger.ts';
import { STEP_LIMIT_MS, until } from '../support/until.ts';

/** A file that is being imported. */
type RunningImport = {
  readonly path: string;
  readonly fromMs: number;
  readonly toMs: number;
  program: Program;
  /** Rows of it that another session saw before the importer was killed or failed; undefined if it was not and did not. */
  seen: number | undefined;
};

const TAGS = Array.from({ length: 20 }, (_, i) => `tag_${String(i).padStart(2, '0')}`);
/** One device whose readings a client writes, one whose readings are imported. */
const WRITTEN = 'ESC-01';
export const IMPORTED = { device: 'IMP-01', tags: TAGS } as const;
/** So that most of the time of a run is not spent on comparing what the client wrote. */
const WRITE_PAUSE_MS = 50;
const OUTAGE_LIMIT_MS = 120_000;
/** For lines in a pipe, whose writer is suspended, to be read. */
const PIPE_MS = 100;

/**
 * A service, an importer and a client that writes batches, each in a process of its own, on the embedded database of a folder.
 * The ledger has what they acknowledged. This process is no member of the database server: it uses its socket only.
 */
export class LivePlant {
  readonly ledger = new Ledger();
  readonly folder: string;
  key: { readonly id: string; readonly secret: string } = { id: '', secret: '' };
  private readonly filesFolder: string;
  private readonly fileRows: number;
  private readonly database: EmbeddedClient;
  private readonly programs: { service?: Program; writer?: Program } = {};
  private writtenTagIds: readonly number[] = [];
  private importedTagIds: readonly number[] = [];
  private nextBatch = 0;
  private linesCollected = 0;
  private files = 0;
  private importing: RunningImport | undefined;

  /**
   * @param folder of its data
   * @param filesFolder of the files that are imported
   * @param fileRows rows of each of them, a multiple of 20
   */
  constructor(folder: string, filesFolder: string, fileRows: number) {
    this.folder = folder;
    this.filesFolder = filesFolder;
    this.fileRows = fileRows;
    this.database = new EmbeddedClient(folder);
  }

  /** Creates the plant, imports a first file and starts the service and the writer. */
  async create(): Promise<void> {
    const file = path.join(this.filesFolder, 'devices.csv');
    const rows = [WRITTEN, IMPORTED.device].flatMap((device) =>
      TAGS.map((tag) => `ZAZ,Europe/Madrid,Servicios,${device},Equipo,equipo,${tag},Tag,bar,medida\n`)
    );
    writeFileSync(file, `site,site_zone,area,device,name,type,tag,tag_name,unit,tag_type\n${rows.join('')}`);
    await this.run('import', 'devices', file);
    await this.startService();
    const ids = await this.withDatabase(readTagIds);
    this.writtenTagIds = [...(ids.get(WRITTEN)?.values() ?? [])];
    this.importedTagIds = [...(ids.get(IMPORTED.device)?.values() ?? [])];
    const all = { name: 'crash', family: 'integration', permissions: PERMISSIONS } as const;
    const { secret } = await this.withDatabase((pool) =>
      createKey(pool, { ...all, siteCodes: null, expiresMs: null }, Date.now())
    );
    this.key = { id: (await this.withDatabase(listKeys))[0]?.id ?? '', secret };
    this.startImport();
    await this.finishImport();
    this.startWriter();
    await this.untilWritten();
  }

  /** Ends all programs; the database server stops with them. */
  async close(): Promise<void> {
    await this.importing?.program.kill();
    await this.programs.writer?.kill();
    await this.programs.service?.kill('SIGTERM');
    await this.database.close();
  }

  /** Runs `work` on the database; repeats it while the server is down. */
  withDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    return this.database.run(work);
  }

  async query<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.withDatabase(async (pool) => (await pool.query(sql, values)).rows as T[]);
  }

  /** URL of another database on the same server. */
  urlOf(database: string): string {
    return this.database.urlOf(database);
  }

  get address(): string {
    return this.programs.service?.lines()[0]?.replace('listening on ', '') ?? '';
  }

  /** @returns false if it had ended before */
  async killService(): Promise<boolean> {
    const wasRunning = await this.programs.service?.kill();
    await this.startService();
    return wasRunning ?? false;
  }

  startImport(): void {
    const fileMs = (this.fileRows / TAGS.length) * BATCH_STEP_MS;
    const fromMs = BATCHES_FROM_MS + this.files * fileMs;
    const file = path.join(this.filesFolder, `readings-${this.files++}.csv`);
    const rows = Array.from({ length: this.fileRows }, (_, i) => {
      // Each file has the rows of all tags in an order of its own.
      const row = (i * 7919) % this.fileRows;
      const tag = row % TAGS.length;
      const ts = fromMs + Math.floor(row / TAGS.length) * BATCH_STEP_MS;
      const value = batchValueAt(this.importedTagIds[tag] ?? 0, ts);
      return `${IMPORTED.device},${TAGS[tag]},${new Date(ts).toISOString()},${value}\n`;
    });
    writeFileSync(file, `device,tag,timestamp,value\n${rows.join('')}`);
    const program = this.startCli('import', 'readings', file);
    this.importing = { path: file, fromMs, toMs: fromMs + fileMs, program, seen: undefined };
  }

  /** Waits until this share of the file is stored. */
  async untilImported(share: number): Promise<void> {
    const { program } = this.current();
    const isStored = async () => program.hasEnded() || (await this.storedRows()) > share * this.fileRows;
    await until(`${share * 100} % of the file to be stored`, isStored, { everyMs: 5, limitMs: STEP_LIMIT_MS });
  }

  /** Kills the importer and starts it again with the same file. @returns false if it had ended before */
  async killImporter(): Promise<boolean> {
    const importing = this.current();
    const seen = await this.storedRows();
    if (!(await importing.program.kill())) {
      return false;
    }
    importing.seen = seen;
    this.restartImport();
    return true;
  }

  /**
   * Waits for an importer to fail, and starts it again once `repair` is done, which gets what it printed on stderr.
   * @returns false if it imported the whole file
   * @throws if its report does not have the number of rows that are stored
   */
  async repairImport(repair: (stderr: string) => Promise<void>): Promise<boolean> {
    const importing = this.current();
    const code = await importing.program.ended();
    await repair(code === 0 ? '' : importing.program.stderr());
    if (code === 0) {
      return false;
    }
    const { added, unconfirmed } = readImportReport(importing.program);
    const stored = await this.storedRows();
    // The batch whose commit was interrupted may be stored.
    if (!(added <= stored && stored <= added + unconfirmed)) {
      throw new Error(
        `The failed import of ${importing.path} reported ${added} new rows and ${unconfirmed} unconfirmed ones; ${stored} are stored.`
      );
    }
    importing.seen = stored;
    this.restartImport();
    return true;
  }

  /** Writes to the write-ahead log until the disk has no space for more of it, which ends the database server. */
  async exhaustWal(): Promise<void> {
    try {
      for (;;) {
        await this.database.pool.query(`SELECT pg_logical_emit_message(true, 'crash', repeat('x', 4000000))`);
      }
    } catch (error) {
      if (!isConnectionError(error)) {
        throw error;
      }
    }
  }

  /**
   * Suspends all processes of the plant, takes from its disk what the device has not received, kills the processes and starts them again.
   * @returns false if the importer had ended before
   */
  async cutPower(disk: LoopDisk): Promise<boolean> {
    const importing = this.current();
    const seen = await this.storedRows();
    if (importing.program.hasEnded()) {
      return false;
    }
    await suspendProcessesUsing(disk.folder);
    await sleep(PIPE_MS);
    disk.copySubmitted();
    this.collectAcknowledged();
    await disk.replaceByCopy();
    await this.startService();
    this.startWriter();
    importing.seen = seen;
    this.restartImport();
    return true;
  }

  /**
   * Waits for the importer and adds the rows of its file to the ledger.
   * @throws if its report does not count each row once, or if rows that were stored before it was killed are not stored any more
   */
  async finishImport(): Promise<void> {
    const { program, path: file, seen, fromMs, toMs } = this.current();
    const code = await program.ended();
    const { added, repeated } = readImportReport(program);
    if (code !== 0 || added + repeated !== this.fileRows) {
      throw new Error(
        `The import of ${file} did not count each row once (code ${code}):\n${program.lines().join('\n')}\n${program.stderr()}`
      );
    }
    if (repeated < (seen ?? 0)) {
      throw new Error(`${(seen ?? 0) - repeated} rows of ${file} that were stored before the crash are lost.`);
    }
    if (seen === undefined && repeated > 0) {
      throw new Error(`The importer was not killed and counted ${repeated} of its own rows as already stored.`);
    }
    this.importedTagIds.forEach((tagId) => this.ledger.add(tagId, fromMs, toMs));
  }

  /** The time range of all files that were imported completely. */
  importedRange(): { readonly fromMs: number; readonly toMs: number } {
    return { fromMs: BATCHES_FROM_MS, toMs: this.importing?.fromMs ?? BATCHES_FROM_MS };
  }

  get importedTags(): readonly number[] {
    return this.importedTagIds;
  }

  /** Waits until the writer has written more batches and the service is ready. @throws if that takes longer than any recovery */
  async untilWritten(): Promise<void> {
    const { writer } = this.programs;
    const before = writer?.lines().length ?? 0;
    const isReady = async () => (await fetch(`${this.address}/health/ready`).catch(() => undefined))?.ok === true;
    const isWritten = () => (writer?.lines().length ?? 0) > before;
    for (const untilMs = Date.now() + OUTAGE_LIMIT_MS; !(isWritten() && (await isReady())); await sleep(20)) {
      if (writer?.hasEnded() === true || Date.now() > untilMs) {
        throw new Error(
          `The plant did not recover: ${isWritten() ? 'the service is not ready' : `the client writes nothing ${writer?.stderr()}`}.`
        );
      }
    }
    this.collectAcknowledged();
  }

  /** Runs a command of the service. @throws unless its exit code is 0 */
  async run(...args: string[]): Promise<string> {
    const program = this.startCli(...args);
    const code = await program.ended();
    if (code !== 0) {
      throw new Error(`${args.join(' ')} ended with code ${code}:\n${program.stderr()}`);
    }
    return program.lines().join('\n');
  }

  private startCli(...args: string[]): Program {
    return startProgram('cli.ts', args, this.env());
  }

  private env(): Record<string, string> {
    const limits = { API_RATE_PER_S: '0', API_PORT: '0', API_LOG_LEVEL: 'fatal' };
    return { ...limits, TELEMETRY_DATA_DIR: this.folder, DATABASE_URL: '' };
  }

  private async startService(): Promise<void> {
    this.programs.service = this.startCli('serve');
    await this.programs.service.more(0);
  }

  private startWriter(): void {
    // Repeats the last batch, as a client does that does not know whether it was written.
    const from = Math.max(0, this.nextBatch - 1);
    this.linesCollected = 0;
    this.programs.writer = startProgram(
      'test/support/processes/writeBatches.ts',
      [from, ...this.writtenTagIds].map(String),
      {
        ...this.env(),
        WRITE_PAUSE_MS: String(WRITE_PAUSE_MS),
      }
    );
  }

  private collectAcknowledged(): void {
    const lines = this.programs.writer?.lines() ?? [];
    for (const line of lines.slice(this.linesCollected)) {
      const { tagIds, tsEpochMs } = batchOf(this.writtenTagIds, Number(line));
      this.ledger.add(tagIds[0] ?? 0, tsEpochMs[0] ?? 0, (tsEpochMs[tsEpochMs.length - 1] ?? 0) + BATCH_STEP_MS);
      this.nextBatch = Number(line) + 1;
    }
    this.linesCollected = lines.length;
  }

  private current(): RunningImport {
    if (this.importing === undefined) {
      throw new Error('Nothing is being imported.');
    }
    return this.importing;
  }

  private restartImport(): void {
    const importing = this.current();
    importing.program = this.startCli('import', 'readings', importing.path);
  }

  private async storedRows(): Promise<number> {
    const { fromMs, toMs } = this.current();
    const [{ n } = { n: 0 }] = await this.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM reading WHERE tag_id = ANY ($1) AND ts >= $2 AND ts < $3',
      [this.importedTagIds, fromMs, toMs]
    );
    return n;
  }
}
