import type { FetchContext } from '../../core/history/fetch/historySource';
import type { Device } from '../../core/inventory/device';
import { seriesLabels, seriesProfile } from '../../core/inventory/legend';
import type { SeriesId } from '../../core/inventory/seriesId';
import { findMeter, type TagProfiles } from '../../core/inventory/tagProfile';
import type { FoundRuns } from '../../core/runs/run';
import { describeError } from '../../grafana/errorMessage';
import { IncompleteConditionError, optionsByMeaning } from '../../grafana/query/condition/readCondition';
import { roleOf, unknownMeaningError } from '../../grafana/query/filter/knownDevices';
import { type SeriesLoad, SeriesQueryRun } from '../../grafana/query/series/seriesQueryRun';
import { findRuns, type RunsReport, type RunTag } from './findRuns';
import { planRuns, type RunsPlan } from './planRuns';
import type { RunsQuery } from './runsQuery';

/** What a query knows of a tag before it is loaded. */
export interface TagOfRuns extends RunTag {
  readonly device: Device | undefined;
}

/** Executes a query that finds runs, whatever it does with them. */
export abstract class RunsQueryRun<Load extends SeriesLoad> extends SeriesQueryRun<RunsQuery, Load> {
  protected plan: RunsPlan | undefined;

  /** What the query still needs before it can run, as its notices say. */
  get needs(): readonly string[] {
    return [
      ...new Set(
        this.loads.filter((load) => this.isIncomplete(load)).map(({ failure }) => describeError(failure!.error))
      ),
    ];
  }

  /** What is calculated with must be there. */
  private isIncomplete({ failure }: SeriesLoad): boolean {
    return failure?.error instanceof IncompleteConditionError && !this.panel.mayBeCalculated;
  }

  protected override isError(load: Load): boolean {
    return load.failure !== undefined && !this.isIncomplete(load);
  }

  protected readQuery(): void {
    this.plan = planRuns(this.query, this.panel);
  }

  protected tagOf(id: SeriesId, profiles: TagProfiles): TagOfRuns {
    const device = this.devices.get(id.device);
    return {
      device,
      profile: seriesProfile(profiles, seriesLabels(id, device)),
      role: roleOf(id, this.devices, this.panel.services.settings.tagTypes),
      meter: findMeter(profiles, device?.type ?? '', id),
    };
  }

  /** The last runs of a tag. @throws as `findRuns` */
  protected findRunsOf(id: SeriesId, tag: RunTag, context: FetchContext): Promise<FoundRuns<RunsReport>> {
    return findRuns(this.historyOf(id, context), tag, this.query, this.plan!, this.panel.planRequest.grid);
  }

  /** The devices, whose tags' types decide how values continue. @throws if the query leaves that to them, and they are not known */
  protected findDevices(): Promise<readonly Device[]> {
    const options = optionsByMeaning(this.query);
    return this.loadDevices(options.length > 0 ? 'meaning' : 'names', (because) => {
      if (options.length > 0) {
        throw unknownMeaningError(because, options);
      }
    });
  }
}
