import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { program } from '../../telemetry-api/commands/program.ts';
import { repositoryRoot } from '../repositoryRoot.ts';
import { sentencesOf, wordsOf } from './sentences.ts';

const pages = ['README.md', 'CONTRIBUTING.md', 'workbench/README.md']
  .concat(
    readdirSync(path.join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join('docs', name)
    )
  )
  .filter((name) => name.endsWith('.md'));

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

test.each(pages)('every link to a file in %s has a target', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => !existsSync(path.join(repositoryRoot, path.dirname(page), link)));
  expect(broken).toEqual([]);
});

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): string[] {
  const headings =
    read(page)
      .replace(/^```.*?^```/gms, '')
      .match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-')
  );
}

test.each(pages)('every link to a heading in %s has a target', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)];
  const broken = links.filter(([, file = '', anchor = '']) => {
    const target = file === '' ? page : path.join(path.dirname(page), file);
    return existsSync(path.join(repositoryRoot, target)) && !anchorsOf(target).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** What a person reads to learn of the product. The workbench has a page of its own, and a changelog grows with each release. */
const documentation = pages.filter((page) => !page.startsWith('workbench'));
const MOST_WORDS = 27_000;
const MOST_WORDS_OF_SENTENCE = 30;

test(`all pages together have at most ${MOST_WORDS} words`, () => {
  const counts = documentation.map((page) => ({ page, words: read(page).trim().split(/\s+/).length }));
  const words = counts.reduce((sum, one) => sum + one.words, 0);
  const longest = counts.sort((a, b) => b.words - a.words).map(({ page, words: count }) => `${page}: ${count}`);
  const advice = `${words} words: ${words - MOST_WORDS} too many. Cut what another page, the editor's help or a notice says; move what was tested when to CHANGELOG.md.`;
  expect(words > MOST_WORDS ? [advice, ...longest] : []).toEqual([]);
});

test.each(documentation)(`no sentence in %s has more than ${MOST_WORDS_OF_SENTENCE} words`, (page) => {
  const long = sentencesOf(read(page)).filter((sentence) => wordsOf(sentence) > MOST_WORDS_OF_SENTENCE);
  expect(long.map((sentence) => `Make several sentences, or a table, of: ${sentence}`)).toEqual([]);
});

/** Folders of the repository, without those that commands write. */
const FOLDERS = readdirSync(repositoryRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['dist', 'packages', 'node_modules'].includes(entry.name))
  .map(({ name }) => name);

test.each(pages)('every path of the repository in %s exists', (page) => {
  const paths = [...read(page).matchAll(/`([\w.-]+)\/([\w./-]*)`/g)].map(([, top = '', rest = '']) => ({ top, rest }));
  const missing = paths
    .filter(({ top }) => FOLDERS.includes(top))
    .map(({ top, rest }) => path.join(top, rest))
    .filter((name) => !existsSync(path.join(repositoryRoot, name)) && !name.startsWith(path.join('workbench', 'dist')));
  expect(missing).toEqual([]);
});

test('every message that the guide quotes is a text of the plugin', () => {
  const texts = read('src/locales/en-US/telemetria-industrial-datasource.json');
  const quoted = [...read('docs/guide/index.md').matchAll(/“([^”]+)”/g)].map(([, message = '']) => message);
  expect(quoted.length).toBeGreaterThan(15);
  expect(quoted.filter((message) => !texts.includes(message))).toEqual([]);
});

const workflows = readdirSync(path.join(repositoryRoot, '.github', 'workflows')).map((name) =>
  path.join('.github', 'workflows', name)
);

test.each([...pages, ...workflows])('every npm command in %s is a script of package.json', (page) => {
  const commands = [...read(page).matchAll(/\bnpm run ([^`\n]+)/g)].map(([, rest = '']) => rest.split(/[\s,.;)]+/));
  const missing = commands
    .filter((words) => !words.includes('--workspace'))
    .map((words) => words.find((word) => !word.startsWith('-')) ?? '')
    .filter((name) => name !== '' && !(name in scripts));
  expect(missing).toEqual([]);
});

const serviceCommands = pages.flatMap((page) =>
  [...read(page).matchAll(/(?:\bapi --|run --rm(?: -T)? service) ([^`\n|]+)/g)].map(
    ([, words = '']) => [page, words.trim()] as const
  )
);

test('the pages contain commands of the service', () => {
  expect(serviceCommands.length).toBeGreaterThan(10);
});

test.each(serviceCommands)('%s: all commands and options of "%s" exist', (_, text) => {
  const words = text.split(/\s+/);
  let command = program();
  for (const word of words) {
    command = command.commands.find((one) => one.name() === word) ?? command;
  }
  // With arguments, it is a command that does something, not a group such as `keys`.
  expect(text.startsWith('-') || text.startsWith('<') || command.parent !== null).toBe(true);
  const known = command.options.map(({ long }) => long).concat('--help');
  expect(words.filter((word) => word.startsWith('--') && !known.includes(word))).toEqual([]);
});
