import { t } from '@grafana/i18n';
import type { Device, Tag } from '../../../core/inventory/device';
import { workingState } from '../../../core/inventory/stateNames';
import { findTagRole, type TagTypeWords } from '../../../core/serverWords';
import type { KindEditor, QueryExample } from '../../../editors/shared/kindEditor';
import { wordLabel } from '../../../editors/query/PlainFields';
import { stepLabel } from '../../../locales/stepText';
import { conditionText } from '../../../query/condition';
import { totalTexts } from '../frames/periodFrames';
import { DEFAULT_PERIODS_QUERY, type PeriodsQuery } from '../periodsQuery';
import { formatTexts, PeriodsFields } from './PeriodsFields';

export const PERIODS_EDITOR: KindEditor<PeriodsQuery> = {
  label: () => t('editors.kind.periods', 'Periods'),
  description: () => t('editors.kind.periodsDescription', 'When, for how long and how often a condition held'),
  Fields: PeriodsFields,
  examples: periodsExamples,
  exampleSettings: ({ condition, format, totals, interval }) => {
    const labels = totalTexts();
    return [
      [t('editors.condition.operator', 'Condition'), condition && conditionText(condition)],
      [t('editors.periodsFormat.label', 'Format'), format && wordLabel(formatTexts(), format)],
      [t('editors.totals.label', 'Totals'), totals?.map((total) => labels[total]).join(', ')],
      [t('editors.interval.label', 'Interval'), interval === undefined ? undefined : stepLabel(interval)],
    ];
  },
};

/**
 * Queries with something to show in every plant: a tag of states has always one of them, and a measure is above zero for some share
 * of the time, even if it is none. Where to set a limit, only those who know the plant can say.
 */
function periodsExamples(devices: readonly Device[], words: TagTypeWords): Array<QueryExample<PeriodsQuery>> {
  const measure = findSeries(devices, ({ type }) => findTagRole(type, words) === 'measure');
  const state = findSeries(devices, ({ type }) => findTagRole(type, words) === 'state');
  const named = findSeries(devices, (tag) => workingState(tag) !== undefined);
  const examples: Array<QueryExample<PeriodsQuery>> = [];
  if (named !== undefined) {
    const value = workingState(named.tag) ?? '';
    examples.push({
      title: t('help.periods.title', 'When a machine was in a state'),
      explanation: t(
        'help.periods.text',
        'A row per period with its start, end and duration. The value is the name of a state or a number.'
      ),
      query: {
        ...named.filter,
        condition: { ...DEFAULT_PERIODS_QUERY.condition, operator: '=', value },
        format: 'table',
      },
    });
  }
  if (state !== undefined) {
    examples.push({
      title: t('help.states.title', 'How long a tag had each state'),
      explanation: t(
        'help.states.text',
        'Time, share and number of changes per state. A state holds until the next reading.'
      ),
      query: { ...state.filter, format: 'states' },
    });
  }
  if (measure !== undefined) {
    const condition = { ...DEFAULT_PERIODS_QUERY.condition, value: '0' };
    examples.push(
      {
        title: t('help.totals.title', 'How long, how often and for which share a value was above a limit'),
        explanation: t(
          'help.totals.text',
          'Three numbers of the time range, for stat panels and alert rules. Set your limit instead of 0.'
        ),
        query: { ...measure.filter, condition, format: 'total', totals: ['duration', 'share', 'count'] },
      },
      {
        title: t('help.perStep.title', 'The same per day'),
        explanation: t('help.perStep.text', 'How long in each local day, for a bar chart. A step can be a shift, too.'),
        query: { ...measure.filter, condition, format: 'perStep', interval: '1d' },
      }
    );
  }
  return examples;
}

function findSeries(devices: readonly Device[], isWanted: (tag: Tag) => boolean) {
  for (const { code, tags } of devices) {
    const tag = tags.find(isWanted);
    if (tag !== undefined) {
      return { tag, filter: { devices: [code], tags: [tag.key] } };
    }
  }
  return undefined;
}
