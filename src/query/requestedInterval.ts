import { isLevel, type Level } from '../core/time/level';
import { parseStep, type Step } from '../core/time/step';
import { INTERVAL_AUTO } from './telemetryQuery';

/** What an interval's text means. `invalid` keeps the text, for the message. */
export type ParsedInterval =
  | { readonly kind: 'auto' }
  | { readonly kind: 'level'; readonly level: Level }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'invalid'; readonly text: string };

/** Reads `auto`, a level (`raw`, also by its wire name `crudo`, `1m`, `1h`, `1d`) or a step such as `5m`. */
export function parseInterval(text: string): ParsedInterval {
  const word = text.trim();
  if (word === INTERVAL_AUTO || word === '') {
    return { kind: 'auto' };
  }
  if (word === 'crudo') {
    return { kind: 'level', level: 'raw' };
  }
  if (isLevel(word)) {
    return { kind: 'level', level: word };
  }
  const step = parseStep(word);
  return step === undefined ? { kind: 'invalid', text: word } : { kind: 'step', step };
}
