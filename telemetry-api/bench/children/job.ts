import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Has a module of this folder do a job in a process of its own, so that it shares nothing but the machine with what is measured.
 * @throws when it ends without an answer
 */
export async function runJob<Job extends object, Result>(module: `./${string}.ts`, job: Job): Promise<Result> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(job);
  return new Promise<Result>((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`${module} ended with ${signal ?? code} and no answer.`)));
  });
}

/** The other side: does the one job that comes, answers, and lets the process end. */
export function doJob<Job, Result extends object>(work: (job: Job) => Promise<Result>): void {
  process.once('message', (job) => {
    void work(job as Job).then((result) => process.send?.(result, () => process.disconnect()));
  });
}
