import { t } from '@grafana/i18n';
import type { FetchContext } from '../../core/history/fetch/historySource';
import { distinctNames, seriesLabels } from '../../core/inventory/legend';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { Run } from '../../core/runs/run';
import type { InterpolatedVariableQuery } from '../../grafana/query/interpolation';
import type { PanelContext } from '../../grafana/query/panelContext';
import { StateLoad } from '../../grafana/query/series/stateLoad';
import { listedBy, type ListedPeriod, listingQuery } from '../../grafana/variables/listedPeriods';
import { UserError } from '../../grafana/userError';
import { runName } from './chooseRuns';
import { DEFAULT_RUNS_QUERY, type RunsQuery } from './runsQuery';
import { RunsQueryRun, type TagOfRuns } from './runsQueryRun';

/**
 * The runs of a variable, which are those that a query with the same fields compares.
 * @throws Error with a message for users
 */
export async function listRuns(
  variable: InterpolatedVariableQuery,
  panel: PanelContext,
  signal: AbortSignal
): Promise<readonly ListedPeriod[]> {
  if (variable.tags.length === 0) {
    throw new UserError(t('runs.noTag', 'Choose the tag that says when runs begin and end.'));
  }
  const { runsBy, count } = variable;
  const query: RunsQuery = { ...DEFAULT_RUNS_QUERY, ...listingQuery(variable), runsBy, count };
  return listedBy(new ListingRun(query, { ...panel, chosenTexts: new Set() }), signal);
}

/** Finds the runs of each tag of a query. */
class ListingRun extends RunsQueryRun<ListingLoad> {
  get listed(): readonly ListedPeriod[] {
    const found = this.loads.flatMap(({ series, tag, state }) =>
      state === undefined ? [] : [{ series, tag, runs: state }]
    );
    const { refId } = this.query;
    const labels = found.map(({ series, tag }) => ({ labels: seriesLabels(series, tag.device), template: '', refId }));
    const names = distinctNames(labels);
    return found.flatMap(({ tag, runs }, index) =>
      runs.map((run) => ({ ...run, name: runName(run, tag.profile), series: names[index]! }))
    );
  }

  protected async prepare(series: readonly SeriesId[], signal: AbortSignal): Promise<readonly ListingLoad[]> {
    await this.findDevices();
    const profiles = await this.panel.services.tagProfiles();
    const context: FetchContext = this.fetchContext(signal);
    return series.map((id) => {
      const tag = this.tagOf(id, profiles);
      return new ListingLoad(id, tag, async () => (await this.findRunsOf(id, tag, context)).runs);
    });
  }
}

/** The load of a tag of which nothing but its runs is wanted. */
class ListingLoad extends StateLoad<readonly Run[]> {
  constructor(
    readonly series: SeriesId,
    readonly tag: TagOfRuns,
    private readonly find: () => Promise<readonly Run[]>
  ) {
    super();
  }

  async load(): Promise<void> {
    const runs = await this.find();
    this.current = () => runs;
  }
}
