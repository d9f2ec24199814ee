import { t } from '@grafana/i18n';
import type { SeriesHistory } from '../../../core/history/fetch/historySource';
import type { LevelGrid } from '../../../core/history/levelGrid';
import type { Budget } from '../../../core/history/mosaic/question';
import { planSignal, type Continuation, type SignalTerms } from '../../../core/history/plan/planSignal';
import type { Condition } from '../../../core/history/signal/condition';
import { neededForPeriods, type PeriodRules } from '../../../core/history/signal/periods';
import { ConditionQuestion, ValuesQuestion } from '../../../core/history/signal/questions';
import { loadSignal, type Signal } from '../../../core/history/signal/signal';
import type { Spans } from '../../../core/history/signal/spans';
import type { SignalQuestion } from '../../../core/history/signal/trace';
import { fetchUsuallyUnchangedMs, UnchangedQuestion } from '../../../core/history/signal/unchanged';
import type { TimeWindow } from '../../../core/time/window';
import { ConditionError, isUnchanged, type UnchangedCondition } from './readCondition';

/** When a condition holds is looked for within these terms. */
export interface ConditionTerms {
  /** Of which it is to be known. */
  readonly range: TimeWindow;
  readonly periodRules: PeriodRules;
  /** How far around the range the ends of periods are looked for. */
  readonly seenAroundMs: number;
  /** How the values of the tag continue. */
  readonly continuation: Continuation;
  /** What may be requested. */
  readonly budget: Omit<SignalTerms, keyof Continuation>;
  readonly grid: LevelGrid;
}

/** A signal, and the question when a condition holds in it, or which values it has. */
export interface ConditionSignal {
  readonly signal: Signal;
  /** How it was read. */
  readonly continuation: Continuation;
  createQuestion(left: Budget): SignalQuestion<Spans>;
}

/**
 * @param condition undefined: which values the tag has
 * @throws ConditionError if nothing is usual yet, and TelemetryError when nothing at all was received
 */
export async function loadCondition(
  history: SeriesHistory,
  condition: Condition | UnchangedCondition | undefined,
  terms: ConditionTerms
): Promise<ConditionSignal> {
  const { range, periodRules, budget, grid } = terms;
  const stretchMs = isUnchanged(condition) ? (condition.leastMs ?? (await usualMs(history, terms))) : undefined;
  const continuation = stretchMs === undefined ? terms.continuation : equalReadings(terms.continuation.holdMs);
  const seenAroundMs = Math.max(terms.seenAroundMs, stretchMs ?? 0);
  const window = { fromEpochMs: range.fromEpochMs - seenAroundMs, toEpochMs: range.toEpochMs + seenAroundMs };
  const needed = neededForPeriods(range, periodRules);
  const createQuestion = () => {
    if (stretchMs !== undefined) {
      return new UnchangedQuestion(stretchMs, window, needed);
    }
    return condition === undefined || isUnchanged(condition)
      ? new ValuesQuestion(window)
      : new ConditionQuestion(condition, window, needed);
  };
  const lookedAt = { seenAroundMs, ...(stretchMs !== undefined && { stretchMs }) };
  const signal = await loadSignal(history, planSignal(range, { ...continuation, ...budget }, grid, lookedAt));
  return { signal, continuation, createQuestion };
}

/** Of a condition about equal readings: on a line between different ones, the value changes, and one that holds would not. */
function equalReadings(holdMs: number): Continuation {
  return { interpolation: 'linear', holdMs };
}

async function usualMs(history: SeriesHistory, { range, continuation }: ConditionTerms): Promise<number> {
  const found = await fetchUsuallyUnchangedMs(history, range.fromEpochMs, continuation.holdMs);
  if (found === undefined) {
    throw new ConditionError(
      t(
        'periods.nothingUsual',
        'The four weeks before the time range have too few readings to say for how long a value is usually unchanged. Use a duration such as 4h.'
      )
    );
  }
  return found;
}
