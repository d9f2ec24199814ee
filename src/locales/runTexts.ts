import type { SavedCondition } from '../query/condition';
import type { RunSource } from '../query/foundRuns';
import { conditionClause, type ConditionTag } from './conditionTexts';
import { translate } from './translate';
import { whenText } from './whenText';

interface SavedRuns {
  readonly runsBy: RunSource;
  readonly condition: SavedCondition;
  readonly minDuration: string;
  readonly joinWithin: string;
}

/** When a run lasts, in words: `When HOR-201 · lote keeps the same value for at least 10 min`. */
export function runText(series: string, runs: SavedRuns, tag: ConditionTag): string {
  const { condition, minDuration } = runs;
  switch (runs.runsBy) {
    case 'condition':
      return whenText(conditionClause(series, condition, tag), runs);
    case 'values': {
      const clause =
        condition.value === ''
          ? translate('runs.clause.values', '{{series}} keeps the same value', { series })
          : conditionClause(
              translate('runs.clause.valuesAnd', '{{series}} keeps the same value and', { series }),
              condition,
              tag
            );
      return whenText(clause, runs);
    }
    case 'restarts':
      // A restart is no interruption.
      return whenText(translate('runs.clause.restarts', '{{series}} counts without a restart', { series }), {
        minDuration,
        joinWithin: '',
      });
  }
}
