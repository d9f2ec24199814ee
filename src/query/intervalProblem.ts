import { formatStep, parseStep } from '../core/time/step';
import { namesVariable } from './namesVariable';
import { parseInterval } from './requestedInterval';

/** Why a text cannot be an interval. `cutsDays` names the nearest steps that can. */
export type IntervalProblem =
  { readonly kind: 'notAnInterval' } | { readonly kind: 'cutsDays'; readonly nearest: readonly string[] };

/** What is wrong with an interval's text; undefined when it may be saved. A variable is judged when it is known. */
export function intervalProblem(text: string): IntervalProblem | undefined {
  if (namesVariable(text) || parseInterval(text).kind !== 'invalid') {
    return undefined;
  }
  const match = /^\s*([1-9]\d{0,5})\s*([smh])\s*$/.exec(text);
  return match === null
    ? { kind: 'notAnInterval' }
    : { kind: 'cutsDays', nearest: nearestSteps(Number(match[1]), match[2]!) };
}

/** The next shorter and the next longer step of the same unit; both exist within one day. */
function nearestSteps(count: number, unit: string): string[] {
  const found: string[] = [];
  for (const direction of [-1, 1]) {
    for (let tried = count + direction; tried > 0; tried += direction) {
      const step = parseStep(`${tried}${unit}`);
      if (step) {
        found.push(formatStep(step));
        break;
      }
    }
  }
  return found;
}
