import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningChild, describeExit } from '../processes/childProcesses.ts';

const PAUSE_MS = 100;
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Waits until a server says by HTTP that it can do its work.
 * @param url answers with 200 when it is ready
 * @throws Error with its last words when the program ends meanwhile, or is not ready after `patienceMs`
 */
export async function waitUntilReady(child: RunningChild, url: string, patienceMs: number): Promise<void> {
  const deadlineMs = Date.now() + patienceMs;
  let ended: Error | undefined;
  void child.exited.then((exit) => {
    ended = new Error(describeExit(child, exit));
  });
  for (;;) {
    const answer = await ask(url);
    if (ended) {
      throw ended;
    }
    if (answer === 'ready') {
      return;
    }
    if (Date.now() > deadlineMs) {
      const seconds = Math.round(patienceMs / 1000);
      throw new Error(`The ${child.name} was not ready after ${seconds} s: ${url} ${answer}.\n${child.lastWords()}`);
    }
    await sleep(PAUSE_MS);
  }
}

async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok ? 'ready' : `returned HTTP ${response.status}`;
  } catch {
    return 'did not respond';
  }
}
