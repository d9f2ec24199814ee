import type { SeriesLabels } from '../../../core/inventory/legend';
import type { TagProfile } from '../../../core/inventory/tagProfile';
import type { Curve, Envelope } from '../../../core/runs/envelope';
import type { LoadedCurves, RunValues } from '../../../core/runs/loadCurves';
import type { TagRole } from '../../../core/serverWords';
import type { ChosenRuns } from '../chooseRuns';

/** What a tag did in the runs of a query, finally or so far. */
export interface SeriesRuns {
  readonly labels: SeriesLabels;
  readonly profile: TagProfile;
  readonly role: TagRole;
  /** Of the tag that says when runs begin and end. */
  readonly runProfile: TagProfile;
  readonly chosen: ChosenRuns;
  readonly loaded: LoadedCurves;
  /** What the reference runs had; nothing where it is not shown. */
  readonly envelope: Envelope;
  /** How far a counter counted in each run, in their order; NaN where it is not known. Undefined where it is not wanted. */
  readonly increases: readonly number[] | undefined;
}

export interface NamedRuns {
  readonly series: SeriesRuns;
  /** In the legend. */
  readonly name: string;
}

/** What the tag did in the compared run. */
export function comparedValues({ chosen, loaded }: SeriesRuns): RunValues | undefined {
  return loaded.runs.find(({ run }) => run === chosen.compared);
}

/** What the tag did in the reference runs, once all of it is known: a part would be taken back. Averages of states say nothing. */
export function referenceCurves(loaded: LoadedCurves, { reference }: ChosenRuns, role: TagRole): Curve[] {
  return role === 'state' || loaded.isLoading
    ? []
    : loaded.runs.filter(({ run }) => reference.has(run)).map(({ curve }) => curve);
}
