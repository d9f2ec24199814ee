import type { ChildProcesses } from './childProcesses.ts';

export interface StopWatch {
  /** Resolves at the first request to stop. */
  readonly requested: Promise<'stop'>;
  isRequested(): boolean;
}

const PARENT_WATCH_MS = 500;

/**
 * Takes over Ctrl-C, SIGTERM, SIGHUP, a terminal that goes away and an npm that was killed: the caller stops in good order.
 * Whoever asks twice by Ctrl-C does not want to wait: everything is killed.
 */
export function watchStopSignals(children: ChildProcesses): StopWatch {
  let isRequested = false;
  const requested = new Promise<'stop'>((resolve) => {
    const request = () => {
      isRequested = true;
      resolve('stop');
    };
    process.on('SIGTERM', request);
    process.on('SIGHUP', request);
    process.on('SIGINT', () => {
      if (isRequested) {
        children.killAll();
      }
      request();
    });
    for (const stream of [process.stdout, process.stderr]) {
      // Nobody reads any more: `npm start | head`, or a terminal that was closed.
      stream.on('error', request);
    }
    whenParentIsGone(request);
  });
  return { requested, isRequested: () => isRequested };
}

/** npm passes on some signals and dies of the others without a word; this process then belongs to another parent. */
function whenParentIsGone(then: () => void) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(watch);
      then();
    }
  }, PARENT_WATCH_MS);
  watch.unref();
}
