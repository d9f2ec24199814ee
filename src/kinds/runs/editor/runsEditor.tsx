import { t } from '@grafana/i18n';
import type { Device } from '../../../core/inventory/device';
import { workingState } from '../../../core/inventory/stateNames';
import { findTagRole, type TagTypeWords } from '../../../core/serverWords';
import type { KindEditor, QueryExample } from '../../../editors/shared/kindEditor';
import { wordLabel } from '../../../editors/query/PlainFields';
import { conditionText } from '../../../query/condition';
import { DEFAULT_RUNS_QUERY, type RunsQuery } from '../runsQuery';
import { alignTexts, RunsFields, runsFormatTexts } from './RunsFields';

export const RUNS_EDITOR: KindEditor<RunsQuery> = {
  label: () => t('editors.kind.runs', 'Runs'),
  description: () => t('editors.kind.runsDescription', 'Executions of a process, laid over each other'),
  Fields: RunsFields,
  examples: runsExamples,
  exampleSettings: ({ runTag, condition, count, align, format }) => [
    [t('editors.runTag.label', 'Runs of tag'), runTag],
    [t('editors.condition.operator', 'Condition'), condition && conditionText(condition)],
    [t('editors.runCount.label', 'Number of runs'), count === undefined ? undefined : String(count)],
    [t('editors.align.label', 'Align at'), align && wordLabel(alignTexts(), align)],
    [t('editors.runsFormat.label', 'Format'), format && wordLabel(runsFormatTexts(), format)],
  ],
};

/** A machine with named states and a measure has runs in every plant: how the measure went while the machine worked. */
function runsExamples(devices: readonly Device[], words: TagTypeWords): Array<QueryExample<RunsQuery>> {
  for (const { code, tags } of devices) {
    const state = tags.find((tag) => workingState(tag) !== undefined);
    const measure = tags.find(({ type }) => findTagRole(type, words) === 'measure');
    if (state !== undefined && measure !== undefined) {
      const condition = { ...DEFAULT_RUNS_QUERY.condition, operator: '=' as const, value: workingState(state) ?? '' };
      const query = { devices: [code], tags: [measure.key], runTag: state.key, condition };
      return [
        {
          title: t('help.overlay.title', 'The last runs of a machine over each other'),
          explanation: t('help.overlay.text', 'A line for each run, by the time since its start. For the trend panel.'),
          query: { ...query, format: 'overlay' },
        },
        {
          title: t('help.envelope.title', 'Whether this run is like the others'),
          explanation: t(
            'help.envelope.text',
            'The lowest and highest value of the other runs, their median, and the last run.'
          ),
          query: { ...query, format: 'envelope' },
        },
      ];
    }
  }
  return [];
}
