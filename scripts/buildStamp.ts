import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A build whose result depends on nothing but the contents of files. */
export interface Build {
  readonly name: string;
  /** Files and folders it is made from. */
  readonly inputs: readonly string[];
  /** The folder it makes. */
  readonly output: string;
  /** Where what it was last made from is written down; a folder that nobody ships or commits. */
  readonly stampFile: string;
}

const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache']);

/** True when the output is, to the byte, what the last build made of inputs that are, to the byte, today's. */
export function isUpToDate(build: Build): boolean {
  return existsSync(build.stampFile) && readFileSync(build.stampFile, 'utf8') === describe(build);
}

/** To be called after a build that succeeded. */
export function writeStamp(build: Build) {
  mkdirSync(path.dirname(build.stampFile), { recursive: true });
  writeFileSync(build.stampFile, describe(build));
}

/** Hashing contents, not times: a fresh checkout, a switch of branches and a build by other means are all seen as what they are. */
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
