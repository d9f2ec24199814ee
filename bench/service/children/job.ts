import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a job with a module of this folder in a child process, so that it shares only the machine with the measured service.
 * @throws if the process exits without a result
 */
export async function runJob<Job extends object, Result>(module: `./${string}.ts`, job: Job): Promise<Result> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(job);
  return new Promise<Result>((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`${module} ended with ${signal ?? code} and no result.`)));
  });
}

/** The child's side: handles one job, sends the result and lets the process exit. */
export function handleJob<Job, Result extends object>(work: (job: Job) => Promise<Result>): void {
  process.once('message', (job) => {
    void work(job as Job).then((result) => process.send?.(result, () => process.disconnect()));
  });
}
