import { type ChildProcesses } from './childProcesses.ts';

export interface StopWatch {
  /** Resolves at the first request to stop. */
  requested: Promise<'stop'>;
  isRequested(): boolean;
}

/**
 * Takes over Ctrl-C, SIGTERM, SIGHUP and a terminal that goes away: the caller stops in good order.
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
  });
  return { requested, isRequested: () => isRequested };
}
