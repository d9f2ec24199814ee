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
  const nearest = match ? nearestSteps(Number(match[1]), match[2] as keyof typeof UNITS_OF_A_DAY) : [];
  return nearest.length > 0 ? { kind: 'cutsDays', nearest } : { kind: 'notAnInterval' };
}

const UNITS_OF_A_DAY = { s: 86_400, m: 1_440, h: 24 };

/** The next shorter and the next longer step of the same unit; where there is one, it is less than a day away. */
function nearestSteps(count: number, unit: keyof typeof UNITS_OF_A_DAY): string[] {
  return [-1, 1].flatMap((direction) => {
    for (let distance = 1; distance <= UNITS_OF_A_DAY[unit]; distance += 1) {
      const step = parseStep(`${count + direction * distance}${unit}`);
      if (step) {
        return [formatStep(step)];
      }
    }
    return [];
  });
}
