import type { FetchResult, OnProgress } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import type { BucketsPlan } from '../plan/planHistory';
import type { UsualPlan, UsualSpan } from '../plan/planUsual';
import { concatRows, type Rows } from '../rows';
import { type CountingCondition, countingRows, type CountingSteps, loadCountingSteps } from './countingSteps';
import type { LoadedSeries } from './loadedSeries';
import { bucketSeries } from './steps';
import { usualOf } from './usual';

/** Loads what was usual in the steps of a series. The earlier weeks are requested at once. */
export class UsualLoad {
  private readonly fetched: ReadonlyArray<Promise<FetchResult>>;
  private readonly counting: Promise<CountingSteps> | undefined;

  /** @param counting which of their steps count; absent: all */
  constructor(
    private readonly history: SeriesHistory,
    private readonly plan: BucketsPlan,
    private readonly usual: UsualPlan,
    counting?: CountingCondition
  ) {
    this.fetched = usual.spans.map((span) => history.buckets(span));
    // They are awaited after the rows, which may fail first.
    this.fetched.forEach((span) => span.catch(() => undefined));
    this.counting = counting && loadCountingSteps(counting, usual.stepEdges, plan.grid);
    this.counting?.catch(() => undefined);
  }

  /**
   * The series with what is usual in its steps; none where the server's own rows are shown, which are no steps.
   * @param onProgress called whenever a part has been received, as the second half of the progress
   * @throws only when aborted
   */
  async addTo(loaded: LoadedSeries, onProgress: OnProgress<LoadedSeries>): Promise<LoadedSeries> {
    const { plan, usual } = this;
    if (loaded.edges !== plan.edges) {
      return loaded;
    }
    const parts = this.fetched.length;
    let receivedParts = parts;
    const received = await Promise.all(
      this.fetched.map(async (span) => {
        const result = await span;
        onProgress({ receivedParts: ++receivedParts, parts: 2 * parts, partial: () => loaded });
        return result;
      })
    );
    const spans = received.map((fetched, index) => this.rowsOf(usual.spans[index]!, fetched));
    const ascending = [...spans, loaded.rows].sort((a, b) => (a.timeEpochMs[0] ?? 0) - (b.timeEpochMs[0] ?? 0));
    const earlier = concatRows(ascending);
    const counting = await this.counting;
    return {
      ...loaded,
      usual: {
        ...usualOf(loaded.rows, plan.edges, counting ? countingRows(earlier, counting) : earlier, usual),
        ...(counting && { counting }),
      },
      fetched: [...received, ...(counting ? [counting] : [])].reduce(withRead, loaded.fetched),
    };
  }

  /** The steps of a span; none where the server's own rows would have to be shown. */
  private rowsOf(span: UsualSpan, fetched: FetchResult): Rows {
    const { rows, edges } = bucketSeries(this.history.series, { ...this.plan, ...span }, fetched);
    return edges === span.edges ? rows : concatRows([]);
  }
}

/** What was read for something else, too. */
function withRead(
  fetched: FetchResult,
  { receivedRows, cachedRows, ...read }: CountingSteps | FetchResult
): FetchResult {
  return {
    ...fetched,
    missing: [...fetched.missing, ...('missing' in read ? read.missing : [])],
    receivedRows: fetched.receivedRows + receivedRows,
    cachedRows: fetched.cachedRows + cachedRows,
  };
}
