import type { ChildProcesses } from './childProcesses.ts';

export interface StopWatch {
  /** Resolves on the first request to stop. */
  readonly requested: Promise<'stop'>;
  isRequested(): boolean;
}

const PARENT_CHECK_MS = 500;

/**
 * Handles Ctrl-C, SIGTERM, SIGHUP, a closed terminal and a killed npm, so that the caller can shut down gracefully.
 * A second Ctrl-C kills all programs at once.
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
      // The reader is gone: `npm start | head`, or a closed terminal.
      stream.on('error', request);
    }
    onParentExit(request);
  });
  return { requested, isRequested: () => isRequested };
}

/** npm forwards some signals and dies silently from others; this process then gets another parent. */
function onParentExit(callback: () => void) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(watch);
      callback();
    }
  }, PARENT_CHECK_MS);
  watch.unref();
}
