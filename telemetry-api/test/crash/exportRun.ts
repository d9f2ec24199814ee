import { readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { exportsFolder } from '../../exports/exportFile.ts';
import { EXPORT_FORMATS, queueExport } from '../../store/exports/exports.ts';
import { IMPORTED, type LivePlant } from './livePlant.ts';
import { DAY_MS } from '../../durations.ts';
import { STEP_LIMIT_MS, until } from '../support/until.ts';

interface ExportAnswer {
  readonly estado: string;
  readonly formato: string;
  readonly filas: number | null;
  readonly error: string | null;
  readonly descarga: string | null;
}

let queued = 0;

/** An export of imported readings, from the queue to the comparison of its file with the pages of the API. */
export class ExportRun {
  private readonly plant: LivePlant;
  private readonly range: { readonly fromMs: number; readonly toMs: number };
  private id = '';

  /** @param isWhole all files that were imported completely instead of at most a day of them */
  constructor(plant: LivePlant, isWhole: boolean) {
    this.plant = plant;
    const { fromMs, toMs } = plant.importedRange();
    this.range = { fromMs: isWhole ? fromMs : Math.max(fromMs, toMs - DAY_MS / 6), toMs };
  }

  async queue(): Promise<void> {
    const format = EXPORT_FORMATS[queued++ % EXPORT_FORMATS.length] ?? 'csv';
    const request = { description: 'crash', format, tagIds: this.plant.importedTags, level: 'raw' } as const;
    this.id = await this.plant.withDatabase((pool) =>
      queueExport(pool, { ...request, ...this.range, keyId: this.plant.key.id }, Date.now())
    );
  }

  /** Waits until a worker writes the file. @returns false if it has written it already */
  async untilWriting(): Promise<boolean> {
    const findFiles = () => {
      const names = this.files();
      return names.length > 0 && names;
    };
    const limits = { everyMs: 2, limitMs: STEP_LIMIT_MS };
    const names = await until('a worker to write the file of the export', findFiles, limits);
    return names.some((name) => name.endsWith('.part'));
  }

  async isUnfinished(): Promise<boolean> {
    const rows = await this.plant.query<{ state: string }>('SELECT state FROM export WHERE id = $1', [this.id]);
    return rows[0]?.state === 'processing';
  }

  /** Waits for the file and compares it with the pages. @throws if the export failed, or if a row differs */
  async check(): Promise<void> {
    await this.endLease();
    const answer = await this.untilReady();
    const download = await fetch(answer.descarga ?? '');
    if (download.status !== 200) {
      throw new Error(`Export ${this.id} is ready, but its download returns ${download.status}.`);
    }
    const file = Buffer.from(await download.arrayBuffer());
    const text = (answer.formato.endsWith('.gz') ? gunzipSync(file) : file).toString();
    const inFile = answer.formato.startsWith('csv') ? readCsv(text) : readNdjson(text);
    const inPages = await this.readPages();
    const different = inPages.findIndex((row, i) => row !== inFile[i]);
    if (inFile.length !== inPages.length || inFile.length !== answer.filas || different !== -1) {
      throw new Error(
        `Export ${this.id} has ${inFile.length} rows, its state says ${answer.filas} and the API has ${inPages.length}; first difference: row ${different}.`
      );
    }
  }

  /** If the export failed, checks that it says why and left no file, and queues it again. */
  async repeatIfFailed(): Promise<void> {
    await this.endLease();
    const answer = await this.untilFinished();
    if (answer.estado === 'lista') {
      return;
    }
    const files = this.files();
    if (!answer.error || answer.descarga !== null || files.length > 0) {
      throw new Error(
        `Export ${this.id} failed with ${JSON.stringify(answer)} and left the files [${files.join(', ')}].`
      );
    }
    await this.queue();
  }

  /** Waits for the file. @throws if the export failed */
  async untilReady(): Promise<ExportAnswer> {
    const answer = await this.untilFinished();
    if (answer.estado !== 'lista') {
      throw new Error(`Export ${this.id} failed: ${answer.error}`);
    }
    return answer;
  }

  /** As if the half minute had passed after which another worker may claim the job of a dead one. */
  private async endLease(): Promise<void> {
    await this.plant.query(`UPDATE export SET lease_until_ms = 0 WHERE state = 'processing'`);
  }

  /** Waits until it is ready or has failed. */
  async untilFinished(): Promise<ExportAnswer> {
    const getFinished = async () => {
      const answer = await this.get<ExportAnswer>(`/v1/exportaciones/${this.id}`);
      return (answer.estado === 'lista' || answer.estado === 'fallida') && answer;
    };
    return until('the export to be ready', getFinished, { everyMs: 100, limitMs: STEP_LIMIT_MS });
  }

  private files(): string[] {
    return readdirSync(exportsFolder(this.plant.folder)).filter((name) => name.startsWith(this.id));
  }

  /** The rows of all tags as `tag,ts,value`. */
  private async readPages(): Promise<string[]> {
    const rows: string[] = [];
    const [desde, hasta] = [this.range.fromMs, this.range.toMs].map((ms) => new Date(ms).toISOString());
    for (const tag of IMPORTED.tags) {
      const range = { dispositivo: IMPORTED.device, tag, desde: desde ?? '', hasta: hasta ?? '' };
      let siguiente: string | null = '';
      while (siguiente !== null) {
        const search = new URLSearchParams({ ...range, intervalo: 'crudo', limite: '5000' });
        if (siguiente !== '') {
          search.set('siguiente', siguiente);
        }
        const page: { datos: Array<{ ts: string; valor: number }>; siguiente: string | null } = await this.get(
          `/v1/lecturas?${search.toString()}`
        );
        rows.push(...page.datos.map(({ ts, valor }) => `${tag},${ts},${valor}`));
        ({ siguiente } = page);
      }
    }
    return rows;
  }

  private async get<T>(url: string): Promise<T> {
    const { address, key } = this.plant;
    const answer = await fetch(new URL(url, address), { headers: { authorization: `Bearer ${key.secret}` } });
    const body = (await answer.json()) as T;
    if (answer.status !== 200) {
      throw new Error(`GET ${url}: ${answer.status} ${JSON.stringify(body)}`);
    }
    return body;
  }
}

function readCsv(text: string): string[] {
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf(',') + 1));
}

function readNdjson(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { tag: string; ts: string; valor: number })
    .map(({ tag, ts, valor }) => `${tag},${ts},${valor}`);
}
