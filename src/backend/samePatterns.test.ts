import fc from 'fast-check';
import { compilePatterns, isInvalidPattern, isPattern } from '../core/inventory/textPattern';
import { invalidPatternMessage } from '../locales/patternTexts';
import { FUZZ } from '../testSupport/fuzz';
import { EMPTY_DATA } from '../testSupport/specServer/specData';
import { createSpecServer } from '../testSupport/specServer/specServer';
import { startTestBackend, type TestBackend } from '../testSupport/testBackend';

/** The same patterns in Go and in the browser's matcher: which are accepted, and what they match. */

const CODES = codes();

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend(createSpecServer({ ...EMPTY_DATA, devices: CODES.map(createDevice) }));
}, 600_000);

afterAll(() => backend.close());

it.each([
  String.raw`/^PUMP-\d+$/`,
  '/^pump/i',
  '/[k-s]+$/i',
  '/ſ|K/i',
  String.raw`/\bP\b|\Bx\B/`,
  String.raw`/[[:digit:]]{2,}\s/`,
  String.raw`/\p{Greek}|\pL{3}/`,
  String.raw`/^(?:a|b|)*$/`,
  String.raw`/\x{1F600}|\x41/`,
  String.raw`/(?s)^.+\n.+$/`,
  '/^.+$/',
  String.raw`/\/|\-|\_/`,
  String.raw`/\Qa.b\E/`,
  String.raw`/(?-i)^\QP1-X1\E$/`,
  String.raw`/(?-i)^\Qa\E\.\Qb\E$/`,
  // Names: of one device, although the others would match.
  '/re.*/',
  'a*',
  String.raw`/^\Q/re.*/\E$/`,
  '/(/',
  '/(?=x)/',
  String.raw`/(a)\1/`,
  String.raw`/A/`,
  '/a**/',
  '/a{1001}/',
  '/(?:a{100}){10}/',
  '/[z-a]/',
  '/[]a]/',
  '/[^]/',
  '/x{,3}/',
  '/(?<name>P)/',
  'P*-*1',
  '*',
])('%s', async (pattern) => {
  expect(await inBackend(pattern)).toEqual(await inBrowser(pattern));
});

it('whatever the pattern', async () => {
  // Not `$` alone: with what follows it, it may be a variable of Grafana.
  const atom = fc.constantFrom(
    ...['a', 'b', 'P', '0', '7', '.', 'é', 'ß', '-', ' ', '^', '(?:$)', '|', '', '{', '}', ']', '/', 'Σ', 'k', 'S'],
    ...['[ab]', '[^a]', '[a-z0-9]', '[[:alpha:]]', '[\\d_]', '[^\\W]', '[é-ü]', '[', ')', '('],
    ...['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\b', '\\B', '\\A', '\\z', '\\.', '\\pL', '\\P{Lu}', '\\n', '\\x41'],
    ...['\\1', '(?=', '(?!', '(?<=', '(?i)', '(?:', '(?s:', '(?-i:', '\\u0041', '\\c']
  );
  const repeat = fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}?', '{,2}', '**');
  const { expression } = fc.letrec<{ expression: string; group: string; term: string }>((tie) => ({
    term: fc.tuple(fc.oneof({ depthSize: 'small' }, atom, tie('group')), repeat).map((parts) => parts.join('')),
    group: tie('expression').map((inner) => `(${inner})`),
    expression: fc.array(tie('term'), { minLength: 1, maxLength: 5 }).map((terms) => terms.join('')),
  }));
  await fc.assert(
    fc.asyncProperty(expression, fc.constantFrom('', 'i'), async (source, flag) => {
      const pattern = `/${source}/${flag}`;
      // Two slashes with nothing between them are a name, and an unknown one is an error of its own.
      fc.pre(isPattern(pattern));
      expect(await inBackend(pattern)).toEqual(await inBrowser(pattern));
    }),
    FUZZ
  );
}, 600_000);

/** The codes that match, or the sentence why the pattern is rejected. */
async function inBrowser(pattern: string): Promise<readonly string[] | string> {
  const matcher = await compilePatterns([pattern], new Set(CODES));
  return isInvalidPattern(matcher) ? invalidPatternMessage(matcher) : CODES.filter(matcher).sort();
}

async function inBackend(pattern: string): Promise<readonly string[] | string> {
  const model = { version: 2, kind: 'devices', devices: [pattern] };
  const { frames, error } = await backend.query(model, { fromEpochMs: 0, toEpochMs: 1 });
  if (error !== undefined) {
    return error;
  }
  const [{ schema, data } = { schema: undefined, data: undefined }] = frames;
  const column = schema?.fields.findIndex(({ name }) => name === 'code') ?? -1;
  return [...(data?.values[column] ?? [])].map(String).sort();
}

function createDevice(code: string) {
  return {
    ...{ code, name: code, type: 'pump', site: 'S', area: 'A', connection: 'conectado', lastContactEpochMs: 0 },
    tags: [],
  };
}

/** Codes of plants, and texts over the alphabet of the patterns. */
function codes(): readonly string[] {
  const units = ['a', 'b', 'P', '0', '7', 'é', 'ß', 'K', 'ſ', 'Σ', 'ς', '-', ' ', '_', '/', '.', '\n', '😀', '\u2028'];
  const random = fc.sample(fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 8 }), {
    numRuns: 300,
    seed: 1,
  });
  const named = ['PUMP-1', 'PUMP-17', 'pump-2', 'P1-X1', 'aa', 'ab', 'a.b', 'line\nnext'];
  const likePatterns = ['/re.*/', 'pa(ren', 'a*', '/(/'];
  return [...new Set([...named, ...likePatterns, ...random])];
}
