import type { SeriesId } from '../../../core/inventory/seriesId';
import type { SeriesLoad } from './seriesQueryRun';

/** The load of a series of which a state is shown, so far or finally. */
export abstract class StateLoad<State> implements SeriesLoad {
  failure: SeriesLoad['failure'];
  /** Computes the state; undefined before anything is known. */
  protected current: (() => State) | undefined;
  private rendered: { readonly of: () => State; readonly state: State } | undefined;

  abstract readonly series: SeriesId;

  abstract load(onChange: () => void): Promise<void>;

  get exists(): boolean {
    return this.failure === undefined;
  }

  get isReported(): boolean {
    return this.failure !== undefined;
  }

  fail(error: unknown): void {
    this.failure = { error };
  }

  /** What is known so far; computed when it is first read. */
  get state(): State | undefined {
    const { current } = this;
    if (current === undefined) {
      return undefined;
    }
    if (this.rendered?.of !== current) {
      this.rendered = { of: current, state: current() };
    }
    return this.rendered.state;
  }
}
