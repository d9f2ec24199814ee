import { createHash } from 'node:crypto';
import type { TimeRange } from '../store/readings/timeRange.ts';

/**
 * A backup, before compression:
 *
 *     header        a line of JSON
 *     section       a line of JSON: a table or a part of it, or a file
 *       blocks      four bytes of length, then as many bytes of rows or of the file; a length of zero ends them
 *       count       a line of JSON: how many rows, or bytes of the file
 *     ...
 *     end           a line of JSON: all rows, and the SHA-256 of everything before it
 *
 * What is cut, changed or lengthened anywhere is not a backup.
 */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The last migration of the database. */
  readonly schemaVersion: number;
  readonly createdMs: number;
}

/** Rows of a table, in the text format of COPY. */
export interface TableSection extends Partial<TimeRange> {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A finished export file, by its name in the folder of exports. */
export interface FileSection {
  readonly file: string;
}

export type Section = TableSection | FileSection;

/** How much a section has: rows of a table, bytes of a file. */
interface SectionCount {
  readonly count: number;
}

interface BackupEnd {
  readonly end: true;
  readonly rows: number;
  readonly sha256: string;
}

export const FORMAT = 'telemetry-api backup';
export const VERSION = 1;

/** More than any line of JSON here needs; a longer one is damage. */
const MAX_LINE_BYTES = 10_000;
/** Far more than a chunk of the server or of a file; a longer one is damage. */
const MAX_BLOCK_BYTES = 16 * 2 ** 20;
const NEWLINE = 0x0a;

/** The file is not a backup, or not as it was written. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/** How much a backup has. */
export interface BackupContents {
  /** Rows by table; tables without rows may be missing. */
  readonly rows: ReadonlyMap<string, number>;
  readonly files: number;
}

/** Adds up the counts of sections. */
class ContentsCount implements BackupContents {
  readonly rows = new Map<string, number>();
  files = 0;

  add(section: Section, count: number): void {
    if ('table' in section) {
      this.rows.set(section.table, (this.rows.get(section.table) ?? 0) + count);
    } else {
      this.files += 1;
    }
  }

  allRows(): number {
    return [...this.rows.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** What a backup says of a table or file: how its content is written, and the count that follows. */
export interface SectionContent {
  readonly section: Section;
  /** @returns the count, when the bytes have been read to their end */
  readonly read: () => AsyncGenerator<Buffer, number>;
}

/**
 * The bytes of a backup, from its sections. A table, or a part of one, without rows is left out.
 * @returns what was written
 */
export async function* encodeBackup(
  header: Omit<BackupHeader, 'format' | 'version'>,
  sections: AsyncIterable<SectionContent>
): AsyncGenerator<Buffer, BackupContents> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(line({ format: FORMAT, version: VERSION, ...header } satisfies BackupHeader));
  const contents = new ContentsCount();
  for await (const { section, read } of sections) {
    const content = read();
    let next = await content.next();
    const isWritten = next.done !== true || 'file' in section;
    if (isWritten) {
      yield hashed(line(section));
    }
    for (; next.done !== true; next = await content.next()) {
      yield hashed(lengthOf(next.value));
      yield hashed(next.value);
    }
    const count = next.value;
    if (isWritten) {
      contents.add(section, count);
      yield hashed(Buffer.concat([lengthOf(), line({ count } satisfies SectionCount)]));
    }
  }
  yield line({ end: true, rows: contents.allRows(), sha256: hash.digest('hex') } satisfies BackupEnd);
  return contents;
}

/** A section as it is read: its bytes have to be read to their end before the next section. */
export interface ReadSection {
  readonly section: Section;
  readonly blocks: () => AsyncGenerator<Buffer>;
  /** How much the backup says that the section has; after its blocks. */
  readonly count: () => number;
}

/** Reads the bytes of a backup in their order. */
export class BackupReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private readonly hash = createHash('sha256');
  private rest: Buffer = Buffer.alloc(0);
  private readonly counted = new ContentsCount();

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** What was read so far. */
  get contents(): BackupContents {
    return this.counted;
  }

  /** @throws DamagedBackupError if it is something else; Error if it is of another version of the format */
  async header(): Promise<BackupHeader> {
    const header = await this.line();
    if (header.format !== FORMAT) {
      throw new DamagedBackupError('it does not begin as a backup does');
    }
    if (header.version !== VERSION) {
      throw new Error(
        `The backup has version ${String(header.version)} of the format, and this version of the service reads ${VERSION}.`
      );
    }
    if (!Number.isInteger(header.schemaVersion) || !Number.isInteger(header.createdMs)) {
      throw new DamagedBackupError('its header is not complete');
    }
    return header as unknown as BackupHeader;
  }

  /** @throws DamagedBackupError at its end, too, if the bytes are not those that were written */
  async *sections(): AsyncGenerator<ReadSection> {
    for (;;) {
      const digest = this.hash.copy().digest('hex');
      const record = await this.line();
      if (record.end === true) {
        await this.rejectOtherEnd(record, digest);
        return;
      }
      const section = toSection(record);
      let count: number | undefined;
      const blocks = async function* (reader: BackupReader): AsyncGenerator<Buffer> {
        for (let length = await reader.length(); length > 0; length = await reader.length()) {
          yield await reader.take(length);
        }
        const record = await reader.line();
        if (!Number.isInteger(record.count)) {
          throw new DamagedBackupError('a table or file has no count');
        }
        count = Number(record.count);
        reader.counted.add(section, count);
      };
      yield {
        section,
        blocks: () => blocks(this),
        count: () => count ?? Number.NaN,
      };
      if (count === undefined) {
        throw new Error('The blocks of a section have to be read before the next one.');
      }
    }
  }

  private async rejectOtherEnd({ rows, sha256 }: Record<string, unknown>, digest: string): Promise<void> {
    if (sha256 !== digest) {
      throw new DamagedBackupError('its checksum differs');
    }
    if (rows !== this.counted.allRows()) {
      throw new DamagedBackupError('its rows are not as many as it says');
    }
    if (this.rest.length > 0 || (await this.chunks.next()).done !== true) {
      throw new DamagedBackupError('it goes on after its end');
    }
  }

  private async length(): Promise<number> {
    const length = (await this.take(4)).readUInt32BE();
    if (length > MAX_BLOCK_BYTES) {
      throw new DamagedBackupError('a length is out of range');
    }
    return length;
  }

  private async line(): Promise<Record<string, unknown>> {
    let end = this.rest.indexOf(NEWLINE);
    while (end === -1) {
      if (this.rest.length > MAX_LINE_BYTES) {
        throw new DamagedBackupError('a line is too long');
      }
      await this.fill();
      end = this.rest.indexOf(NEWLINE);
    }
    const text = (await this.take(end + 1)).toString('utf8');
    try {
      const record: unknown = JSON.parse(text);
      if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
        return record as Record<string, unknown>;
      }
    } catch {
      // Not JSON, as other values than objects are not what belongs here.
    }
    throw new DamagedBackupError('a line is not readable');
  }

  private async take(length: number): Promise<Buffer> {
    while (this.rest.length < length) {
      await this.fill();
    }
    const taken = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    this.hash.update(taken);
    return taken;
  }

  private async fill(): Promise<void> {
    const next = await this.chunks.next();
    if (next.done === true) {
      throw new DamagedBackupError('it ends too early');
    }
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
  }
}

function toSection(record: Record<string, unknown>): Section {
  const { table, columns, file, fromMs, toMs } = record;
  if (typeof file === 'string') {
    return { file };
  }
  if (typeof table === 'string' && Array.isArray(columns) && columns.every((column) => typeof column === 'string')) {
    return typeof fromMs === 'number' && typeof toMs === 'number'
      ? { table, columns, fromMs, toMs }
      : { table, columns };
  }
  throw new DamagedBackupError('a line names neither a table nor a file');
}

function line(record: object): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}

function lengthOf(bytes?: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes?.length ?? 0);
  return length;
}
