import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningChild, describeExit } from '../processes/childProcesses.ts';

const POLL_INTERVAL_MS = 100;
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Waits until a server reports over HTTP that it is ready.
 * @param url returns 200 when the server is ready
 * @throws Error with its last output if the program ends or is not ready after `timeoutMs`
 */
export async function waitUntilReady(child: RunningChild, url: string, timeoutMs: number): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs;
  let ended: Error | undefined;
  void child.exited.then((exit) => {
    ended = new Error(describeExit(child, exit));
  });
  for (;;) {
    const status = await probe(url);
    if (ended) {
      throw ended;
    }
    if (status === 'ready') {
      return;
    }
    if (Date.now() > deadlineMs) {
      const seconds = Math.round(timeoutMs / 1000);
      throw new Error(`The ${child.name} was not ready after ${seconds} s: ${url} ${status}.\n${child.lastOutput()}`);
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

async function probe(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok ? 'ready' : `returned HTTP ${response.status}`;
  } catch {
    return 'did not respond';
  }
}
