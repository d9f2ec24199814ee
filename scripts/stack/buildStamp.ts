import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A build whose output depends only on the contents of its input files. */
export interface Build {
  readonly name: string;
  /** Files and folders. */
  readonly inputs: readonly string[];
  /** The output folder. */
  readonly output: string;
  /** Stores the hashes of the last build; in a folder that is neither shipped nor committed. */
  readonly stampFile: string;
}

const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache']);

/** True if neither the inputs nor the output have changed since the last build. */
export function isUpToDate(build: Build): boolean {
  return existsSync(build.stampFile) && readFileSync(build.stampFile, 'utf8') === describe(build);
}

/** Call this after a successful build. */
export function writeStamp(build: Build) {
  mkdirSync(path.dirname(build.stampFile), { recursive: true });
  writeFileSync(build.stampFile, describe(build));
}

/** Hashes contents instead of comparing times, which a fresh checkout, a branch switch or another build would make unreliable. */
function describe(build: Build): string {
  return `inputs ${hash(build.inputs, isSource)}\noutput ${hash([build.output], () => true)}\n`;
}

function isSource(file: string): boolean {
  return !/\.(test|testing)\.tsx?$/.test(file);
}

function hash(places: readonly string[], isCounted: (file: string) => boolean): string {
  const digest = createHash('sha256');
  for (const place of places) {
    for (const file of filesOf(place).filter(isCounted)) {
      const content = readFileSync(file);
      digest.update(`${path.relative(place, file)}\0${content.length}\0`).update(content);
    }
  }
  return digest.digest('hex');
}

function filesOf(place: string): string[] {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) {
    return stat ? [place] : [];
  }
  return readdirSync(place)
    .filter((name) => !NOT_SOURCES.has(name))
    .sort()
    .flatMap((name) => filesOf(path.join(place, name)));
}
