import { Session } from 'node:inspector';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/*
 * Counts the steps of code, which a busy machine does not change as it does times: how often each function and each block of the plugin
 * runs, as V8 counts them, and every item that an iterator or a method of arrays passes, which are no code of the plugin.
 *
 * Blocks are counted of code that is compiled after this module is loaded: import it first.
 */

interface CoverageRange {
  readonly count: number;
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: ReadonlyArray<{ readonly ranges: readonly CoverageRange[] }>;
}

const SOURCES = path.resolve(__dirname, '..');
const TEST_SUPPORT = __dirname;

// Optimized code does not count calls, and when it is optimized depends on time. Other test files of the process are to be fast.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');
afterAll(() => {
  SESSION.disconnect();
  setFlagsFromString('--opt');
});

const SESSION = new Session();
SESSION.connect();
call('Profiler.enable');
call('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

type CountItems = (list: ArrayLike<unknown>, result: unknown, argument: unknown) => number;

const countList: CountItems = ({ length }) => length;

/** Those that look at or copy many items without calling anything for each, and how many. */
const LIST_METHODS: Readonly<Record<string, CountItems>> = {
  concat: countList,
  fill: countList,
  includes: countList,
  indexOf: countList,
  join: countList,
  lastIndexOf: countList,
  reverse: countList,
  set: (_list, _result, added) => (added as ArrayLike<unknown>).length,
  shift: countList,
  slice: (_list, part) => (part as ArrayLike<unknown>).length,
  splice: countList,
  toReversed: countList,
  toSpliced: countList,
  unshift: countList,
  with: countList,
};

const LIST_PROTOTYPES: ReadonlyArray<Record<string, unknown>> = [
  Array.prototype,
  Object.getPrototypeOf(Float64Array.prototype),
].map((prototype: unknown) => prototype as Record<string, unknown>);

const ITERATOR_PROTOTYPES = [[], new Map(), new Set()].map(
  (iterable: Iterable<unknown>) => Object.getPrototypeOf(iterable[Symbol.iterator]()) as Record<string, unknown>
);

let passedItems = 0;

/** How many steps a function takes. */
export async function countSteps(run: () => unknown): Promise<number> {
  takeCoverage();
  passedItems = 0;
  const restore = countItems();
  try {
    await run();
  } finally {
    restore();
  }
  return passedItems + takeCoverage();
}

function takeCoverage(): number {
  const { result } = call('Profiler.takePreciseCoverage') as { readonly result: readonly ScriptCoverage[] };
  let steps = 0;
  for (const { url, functions } of result) {
    if (url.includes(SOURCES) && !url.includes(TEST_SUPPORT) && !url.includes('.test.')) {
      for (const { ranges } of functions) {
        for (const { count } of ranges) {
          steps += count;
        }
      }
    }
  }
  return steps;
}

/** @returns what ends it */
function countItems(): () => void {
  const replaced: Array<readonly [prototype: Record<string, unknown>, name: string, method: unknown]> = [];
  const replace = (prototype: Record<string, unknown>, name: string, itemsOf: CountItems) => {
    const method = prototype[name];
    if (typeof method === 'function') {
      replaced.push([prototype, name, method]);
      prototype[name] = function (this: ArrayLike<unknown>, ...args: unknown[]): unknown {
        const result: unknown = Reflect.apply(method, this, args);
        passedItems += itemsOf(this, result, args[0]);
        return result;
      };
    }
  };
  for (const prototype of LIST_PROTOTYPES) {
    for (const [name, itemsOf] of Object.entries(LIST_METHODS)) {
      replace(prototype, name, itemsOf);
    }
  }
  for (const prototype of ITERATOR_PROTOTYPES) {
    replace(prototype, 'next', () => 1);
  }
  return () => replaced.forEach(([prototype, name, method]) => (prototype[name] = method));
}

/** The answers of these commands are there at once. */
function call(command: string, params: object = {}): unknown {
  let answer: unknown;
  SESSION.post(command, params, (error, result) => {
    if (error !== null) {
      throw error;
    }
    answer = result;
  });
  return answer;
}
