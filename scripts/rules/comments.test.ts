import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';

/** Written by Grafana's scaffold. */
const SCAFFOLD = '.config/';
/** Their checksums are those of the databases that they ran on, so not even a comment may change. */
const MIGRATIONS = 'telemetry-api/migrations/';
/** Written by commands. */
const BUILT = 'dist/';

const SOURCES = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.go', '*.sql'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith(SCAFFOLD) && !file.startsWith(MIGRATIONS))
  .filter((file) => existsSync(path.join(repositoryRoot, file)));

/** Where paths begin, besides the folder of the file: a package has its own. */
const BASES = ['', 'src', 'telemetry-api', 'workbench'];

const COMMENT = /(?:^|\s)(?:\/\/|--|\*|\/\*\*?)\s(.*)$/;
const EXTENSION = '(?:tsx?|mjs|js|go|sql|md|json|ya?ml)';
const PATH = String.raw`(?<![\w./:@*<-])((?:[\w.-]+\/)+[\w-][\w.-]*\.${EXTENSION})(?![\w/])`;
/** As in “HostFrame of src/backend/hostFrame.ts”: a name of the code, which a word is not. */
const DECLARATION = String.raw`\b([A-Za-z]+[a-z][A-Z]\w*) (?:of|in) \x60?${PATH}`;

interface Comment {
  readonly where: string;
  readonly file: string;
  readonly text: string;
}

const COMMENTS = SOURCES.flatMap((file) =>
  readFileSync(path.join(repositoryRoot, file), 'utf8')
    .split('\n')
    .flatMap((line, index): Comment[] => {
      const text = COMMENT.exec(line)?.[1];
      return text === undefined ? [] : [{ where: `${file}:${index + 1}`, file, text }];
    })
);

/** The file that a comment names; undefined if there is none. */
function findFile({ file }: Comment, name: string): string | undefined {
  return [...BASES, path.dirname(file)]
    .map((base) => path.join(repositoryRoot, base, name))
    .find((candidate) => existsSync(candidate));
}

test('every path in a comment exists', () => {
  const paths = COMMENTS.flatMap((comment) =>
    [...comment.text.matchAll(new RegExp(PATH, 'g'))].map(([, name = '']) => ({ comment, name }))
  ).filter(({ name }) => !name.startsWith(BUILT));
  expect(paths.length).toBeGreaterThan(20);
  const missing = paths.filter(({ comment, name }) => findFile(comment, name) === undefined);
  expect(missing.map(({ comment, name }) => `${comment.where}: ${name}`)).toEqual([]);
});

test('every name that a comment says a file has is declared there', () => {
  const names = COMMENTS.flatMap((comment) =>
    [...comment.text.matchAll(new RegExp(DECLARATION, 'g'))].map(([, name = '', file = '']) => ({
      comment,
      name,
      file,
    }))
  );
  expect(names.length).toBeGreaterThan(5);
  const missing = names.filter(({ comment, name, file }) => {
    const found = findFile(comment, file);
    const statement = String.raw`^(?:export )?(?:abstract |async )?(?:interface|type|class|function|const|func)\s+(?:\([^)]*\)\s*)?${name}\b`;
    const member = String.raw`^\s+(?:readonly )?${name}\??[(:]`;
    const declared = new RegExp(`${statement}|${member}`, 'm');
    return found !== undefined && !declared.test(readFileSync(found, 'utf8'));
  });
  expect(missing.map(({ comment, name, file }) => `${comment.where}: ${name} of ${file}`)).toEqual([]);
});
