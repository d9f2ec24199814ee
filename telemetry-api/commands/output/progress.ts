import { startStopwatch } from '../../stopwatch.ts';

const FIRST_MS = 1000;
const TERMINAL_EVERY_MS = 200;
const FILE_EVERY_MS = 5000;

/** A progress line on stderr: nothing in the first second, rewritten in place on a terminal, infrequent in a log file. */
export interface Progress {
  /** Cheap: most calls print nothing. */
  update(describe: () => string): void;
  /** Clears the line on a terminal. */
  end(): void;
}

/** Shows the progress of work, and clears it when it ends. */
export async function withProgress<T>(work: (update: Progress['update']) => Promise<T>): Promise<T> {
  const progress = startProgress();
  return work(progress.update).finally(progress.end);
}

export function startProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const everyMs = stream.isTTY ? TERMINAL_EVERY_MS : FILE_EVERY_MS;
  const running = startStopwatch();
  let nextMs = FIRST_MS;
  let isDirty = false;
  return {
    update: (describe) => {
      if (running.elapsedMs() < nextMs) {
        return;
      }
      nextMs = running.elapsedMs() + everyMs;
      if (stream.isTTY) {
        stream.write(`\r${describe().slice(0, stream.columns - 1)}\x1b[K`);
        isDirty = true;
      } else {
        stream.write(`${describe()}\n`);
      }
    },
    end: () => {
      if (isDirty) {
        stream.write('\r\x1b[K');
      }
    },
  };
}
