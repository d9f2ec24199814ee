import { parseStep } from '../../core/time/step';
import { stepText } from '../../locales/stepText';

/** A step in words: `5m` → `5 minutes`. A text that is not a step is returned as it is. */
export function stepLabel(text: string): string {
  const step = parseStep(text);
  return step === undefined ? text : stepText(step);
}
