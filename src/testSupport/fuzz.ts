import { appendFileSync } from 'node:fs';
import fc, { defaultReportMessage, type RunDetails } from 'fast-check';

const FUZZ_RUNS = 500;

/** Of the tests named `*.fuzz.test.ts`. The cases are the same in each `npm test`; `npm run fuzz` runs more of them, with another seed. */
export const FUZZ = {
  numRuns: Number(process.env.FUZZ_RUNS ?? FUZZ_RUNS),
  seed: Number(process.env.FUZZ_SEED ?? 20_260_601),
  reporter,
};

/**
 * Of every other property: the same cases in each `npm test`, and as many times more as `npm run fuzz` has.
 * @param runs in `npm test`
 */
export function cases(runs: number): typeof FUZZ {
  return { ...FUZZ, numRuns: Math.ceil((runs * FUZZ.numRuns) / FUZZ_RUNS) };
}

/** For Jest: a case takes far less than this. */
export const FUZZ_TIMEOUT_MS = 60_000 + FUZZ.numRuns * 500;

/** Values that JSON has and that programs forget. */
const odd = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' ',
  '0',
  0,
  -0,
  -1,
  1e308,
  5e-324,
  9_007_199_254_740_993,
  [],
  {},
  [[]],
  'NaN',
  '__proto__',
  '${x}',
  '*',
  '/(/',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:60+99:99'
);

/**
 * JSON near a document: the document with up to three of its values replaced, removed or repeated, because text without any
 * resemblance is rejected at the first field.
 */
export function near(document: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'repeat'),
    by: fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' }), fc.double()),
  });
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    let root = copy(document);
    for (const { at, how, by } of changes) {
      const places = placesIn(root);
      const place = places[at % (places.length + 1)];
      if (place === undefined) {
        root = copy(by);
      } else if (how === 'remove') {
        Array.isArray(place.parent) ? place.parent.splice(Number(place.key), 1) : delete place.parent[place.key];
      } else if (how === 'repeat' && Array.isArray(place.parent)) {
        place.parent.push(copy(place.parent[Number(place.key)]));
      } else {
        Object.assign(place.parent, { [place.key]: copy(by) });
      }
    }
    return copy(root);
  });
}

/** As JSON: it has no undefined, -0 or NaN. */
function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

interface Place {
  readonly parent: Record<string, unknown> | unknown[];
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const parent = value as Place['parent'];
  return Object.entries(parent).flatMap(([key, child]) => [{ parent, key }, ...placesIn(child)]);
}

/** Reports how many cases ran to `npm run fuzz`, which counts them, and fails the test as fast-check does by default. */
function reporter<Case>(details: RunDetails<Case>): void {
  const { testPath, currentTestName } = expect.getState();
  if (process.env.FUZZ_COUNTS !== undefined) {
    appendFileSync(
      process.env.FUZZ_COUNTS,
      `${JSON.stringify({ testPath, currentTestName, cases: details.numRuns })}\n`
    );
  }
  if (details.failed) {
    // A case can be megabytes; the seed and the path repeat it.
    const message = defaultReportMessage(details)?.replaceAll(/(?<=^.{2000}).+/gm, '…');
    throw new Error(message, { cause: details.errorInstance });
  }
}
