import type { EpochMs } from '../../time/window';
import type { SeriesHistory } from '../fetch/historySource';
import { type Answered, type AskOptions, Mosaic } from '../mosaic/mosaic';
import { countRequests } from '../mosaic/planRefinement';
import type { Budget } from '../mosaic/question';
import type { SignalPlan, SignalTerms } from '../plan/planSignal';
import { rowCount } from '../rows';
import { type SignalQuestion, traced } from './trace';

/** The signal of a series, as far as questions have needed it. */
export class Signal {
  constructor(
    readonly name: string,
    readonly unit: string,
    private readonly mosaic: Mosaic,
    private readonly request: SignalTerms
  ) {}

  /** The server knew nothing later; Infinity if the window ends before the present. */
  get horizonEpochMs(): EpochMs {
    return this.mosaic.horizonEpochMs;
  }

  /**
   * Answers a question, see `Mosaic.ask`.
   * @throws only when aborted
   */
  ask<Answer>(
    createQuestion: (left: Budget) => SignalQuestion<Answer>,
    options?: AskOptions<Answer>
  ): Promise<Answered<Answer>> {
    return this.mosaic.ask((left) => traced(createQuestion(left), this.request), options);
  }
}

/**
 * Loads the buckets that a plan begins with.
 * @throws TelemetryError when nothing at all was received
 */
export async function loadSignal(history: SeriesHistory, plan: SignalPlan): Promise<Signal> {
  const { name, unit, mosaic } = await loadMosaic(history, plan);
  return new Signal(name, unit, mosaic, plan.request);
}

/** The same for questions that are not about the value between two readings. */
export async function loadMosaic(
  history: SeriesHistory,
  { first, request, grid, before, after }: SignalPlan
): Promise<Pick<Signal, 'name' | 'unit'> & { readonly mosaic: Mosaic }> {
  const result = await history.requireBuckets(first);
  const left = {
    requests: request.maxRequests - countRequests(first),
    rows: request.maxRows - rowCount(result.rows),
  };
  const mosaic = new Mosaic(history, grid, { ...first, result, before, after }, left);
  return { name: result.name, unit: result.unit, mosaic };
}
