import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Readings in the order in which a plant sends them: one of each tag at every step. */
export interface ReadingsPlan {
  /** Indexes of tags of the plant. */
  readonly fromTag: number;
  readonly toTag: number;
  readonly fromMs: number;
  readonly stepMs: number;
  readonly steps: number;
}

/** Formats one reading as a line. */
type WriteLine = (tag: number, epochMs: number, step: number) => string;

/** Writes a file of readings, line by line. @returns its size in bytes */
export async function writeReadingsFile(path: string, header: string, plan: ReadingsPlan, line: WriteLine) {
  const file = createWriteStream(path);
  file.write(header);
  let bytes = header.length;
  for (let step = 0; step < plan.steps; step++) {
    const epochMs = plan.fromMs + step * plan.stepMs;
    let text = '';
    for (let tag = plan.fromTag; tag < plan.toTag; tag++) {
      text += line(tag, epochMs, step);
    }
    bytes += text.length;
    if (!file.write(text, 'latin1')) {
      await once(file, 'drain');
    }
  }
  file.end();
  await finished(file);
  return bytes;
}
