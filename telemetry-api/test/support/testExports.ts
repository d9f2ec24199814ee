import { setTimeout as sleep } from 'node:timers/promises';
import type { AppOptions } from '../../app.ts';
import { startExportWorker, type ExportWorker } from '../../exports/exportWorker.ts';
import { queueExport, type ExportJob, type ExportRequest } from '../../store/exports/exports.ts';
import { listKeys } from '../../store/keys/keys.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { NOW_MS, startTestService, testDevice, type TestAnswer, type TestService } from './testService.ts';
import { startStopwatch } from '../../stopwatch.ts';

/** The first reading of the test plant. */
export const T0 = Date.UTC(2026, 5, 1);
/** Readings of COMP-01 temperatura, one per second. */
export const READINGS = 12_000;

export interface TestExports extends TestService {
  /** The key that requests the exports. */
  readonly keyId: string;
  readonly secret: string;
  /** Errors of the workers since the last `start`. */
  readonly errors: unknown[];
  /** Starts a worker with its own clock. */
  start(options?: { readonly exportsMaxBytes?: number; readonly now?: () => number }): ExportWorker;
  /** Stops all workers. */
  stop(): Promise<void>;
  exportRequest(more?: Partial<ExportRequest>): ExportRequest;
  queue(more?: Partial<ExportRequest>): Promise<string>;
  job(state: ExportJob['state'], more?: Partial<ExportJob>): ExportJob;
  /** Waits until the export is in one of the states; returns it as the API reports it. */
  until(id: string, states: readonly string[]): Promise<TestAnswer['body']>;
}

/** The service with a day of readings to export, and workers to start. */
export async function startTestExports(options: AppOptions = {}): Promise<TestExports> {
  const service = await startTestService([testDevice('COMP-01'), testDevice('"BOMBA", 7')], options);
  const secret = await service.key({ name: 'exporter' });
  const keyId = (await listKeys(service.pool)).find(({ name }) => name === 'exporter')?.id ?? '';
  const temperature = service.tagId('COMP-01', 'temperatura');
  const pressure = service.tagId('"BOMBA", 7', 'presion');
  const tsEpochMs = Array.from({ length: READINGS }, (_, i) => T0 + i * 1000);
  const write = (tagId: number, times: readonly number[], values: readonly number[]) =>
    writeReadings(service.pool, { tagIds: times.map(() => tagId), tsEpochMs: times, values }, { onConflict: 'keep' });
  await write(
    temperature,
    tsEpochMs,
    tsEpochMs.map((_, i) => i / 4)
  );
  await write(pressure, [T0, T0 + 1], [1, -2.5]);

  const workers: ExportWorker[] = [];
  const errors: unknown[] = [];
  const request = (more: Partial<ExportRequest> = {}): ExportRequest => ({
    keyId,
    description: 'Turno de noche',
    format: 'csv',
    tagIds: [temperature],
    level: 'raw',
    fromMs: T0,
    toMs: T0 + 86_400_000,
    ...more,
  });
  const stop = async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  };
  return {
    ...service,
    keyId,
    secret,
    errors,
    start: ({ exportsMaxBytes = 1e9, now = () => NOW_MS } = {}) => {
      errors.length = 0;
      const { pool, dataDir } = service;
      const worker = startExportWorker({
        db: pool,
        dataDir,
        exportsMaxBytes,
        now,
        startStopwatch,
        onError: (error) => errors.push(error),
      });
      workers.push(worker);
      return worker;
    },
    stop,
    exportRequest: request,
    queue: (more) => queueExport(service.pool, request(more), NOW_MS),
    job: (state, more = {}) => ({
      ...request(),
      id: '11111111-1111-4111-8111-111111111111',
      state,
      progress: 0,
      rows: null,
      sizeBytes: 0,
      error: null,
      createdMs: NOW_MS,
      finishedMs: null,
      expiresMs: null,
      ...more,
    }),
    until: async (id, states) => {
      for (const untilMs = Date.now() + 50_000; ;) {
        const { body } = await service.get(`/v1/exportaciones/${id}`, {}, secret);
        if (states.includes(body.estado)) {
          return body;
        }
        if (Date.now() > untilMs) {
          throw new Error(
            `The export is still ${JSON.stringify(body)}; worker errors: ${errors.map(String).join('; ')}`
          );
        }
        await sleep(20);
      }
    },
    close: async () => {
      await stop();
      await service.close();
    },
  };
}
