import { DAY_MS } from '../../durations.ts';
import type { EngineDatabase } from './engineDatabase.ts';
import { importsInto, type TestImports } from '../support/testImports.ts';
import type { TestDatabase } from '../support/databases/testDatabase.ts';

/** What the checks work on. They run in order on the same data. */
export interface Engine {
  readonly database: EngineDatabase;
  readonly imports: TestImports;
  /** Of the running service. */
  readonly address: string;
  /** A GET with a key of all permissions; throws unless the answer has status 200 and matches the OpenAPI document. */
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<unknown>;
  /** Id of that key. */
  readonly keyId: string;
  /** Secret of an operator's key. */
  readonly operator: string;
}

/** One thing that must hold on every engine. */
export interface EngineCheck {
  readonly name: string;
  /** Runs only where the engine can compress. */
  readonly needsCompression?: true;
  /** @returns figures, for display; throws if it does not hold */
  run(engine: Engine): Promise<string>;
}

export const STEP_MS = 20_000;
/** Days with a single reading per tag, so that there are many partitions. */
export const SPARSE_DAYS = 40;
export const FIRST_MS = Date.UTC(2026, 3, 1);
/** The history: two full days. */
export const HISTORY_MS = FIRST_MS + SPARSE_DAYS * DAY_MS;
export const END_MS = HISTORY_MS + 2 * DAY_MS;
export const DEVICES = 40;
const TAGS = ['presion', 'temperatura', 'potencia', 'caudal', 'nivel'];
/** Tags with a history, all of the first devices. */
export const HISTORY_TAGS = 20;

export interface PlantTag {
  readonly device: string;
  readonly key: string;
}

export function plantTag(index: number): PlantTag {
  const device = `EQ-${String(Math.floor(index / TAGS.length)).padStart(3, '0')}`;
  return { device, key: TAGS[index % TAGS.length] ?? '' };
}

/** Of the first site. Their readings of the first day are stored before an extension takes over the tables. */
export const EARLY_DEVICES = 1;
export const EARLY_READINGS = EARLY_DEVICES * TAGS.length;

/** Stores rows of all tables that an extension takes over, which must go on as they were. */
export async function fillEarly(database: TestDatabase): Promise<void> {
  const imports = importsInto(database);
  await imports.devices(devicesCsv(EARLY_DEVICES));
  await imports.readings(readingsCsv([...historyRows()].slice(0, EARLY_READINGS)));
}

export function devicesCsv(devices = DEVICES): string {
  const rows = Array.from({ length: devices * TAGS.length }, (_, index) => {
    const { device, key } = plantTag(index);
    return `S${index % (2 * TAGS.length) < TAGS.length ? 1 : 2},UTC,Planta,${device},Equipo ${device},bomba,${key},${key},u,medida`;
  });
  return `site,site_zone,area,device,name,type,tag,tag_name,unit,tag_type\n${rows.join('\n')}\n`;
}

/** [tag index, time, value] */
export type Row = readonly [tag: number, ts: number, value: number];

export function readingsCsv(rows: Iterable<Row>): string {
  const lines = ['device,tag,ts,value'];
  for (const [tag, ts, value] of rows) {
    const { device, key } = plantTag(tag);
    lines.push(`${device},${key},${new Date(ts).toISOString()},${value}`);
  }
  return `${lines.join('\n')}\n`;
}

export function valueAt(tag: number, ts: number): number {
  return (((ts / STEP_MS) * 7 + tag * 13) % 1000) / 8;
}

/** In order of time, as an export of a historian. */
export function* historyRows(): Generator<Row> {
  for (let ts = FIRST_MS; ts < HISTORY_MS; ts += DAY_MS) {
    for (let tag = 0; tag < HISTORY_TAGS; tag++) {
      yield [tag, ts, valueAt(tag, ts)];
    }
  }
  for (let ts = HISTORY_MS; ts < END_MS; ts += STEP_MS) {
    for (let tag = 0; tag < HISTORY_TAGS; tag++) {
      yield [tag, ts, valueAt(tag, ts)];
    }
  }
}

/** `count` times of the history, evenly spread over tags and times. */
export function someRows(count: number, value: (tag: number, ts: number) => number, shiftMs = 0): Row[] {
  const steps = (END_MS - HISTORY_MS) / STEP_MS;
  return Array.from({ length: count }, (_, i) => {
    const tag = i % HISTORY_TAGS;
    const ts = HISTORY_MS + ((Math.floor(i / HISTORY_TAGS) * 31 + tag) % steps) * STEP_MS;
    return [tag, ts + shiftMs, value(tag, ts)];
  });
}
