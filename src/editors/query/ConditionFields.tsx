import { t } from '@grafana/i18n';
import { Box, Button, Field, Stack, Text } from '@grafana/ui';
import React, { type ReactNode, useId, useRef } from 'react';
import type { ProposedLimit } from '../../core/alerts/proposedLimit';
import { operatorTexts, withUnit } from '../../locales/conditionTexts';
import { limitTexts } from '../../locales/limitTexts';
import { translate } from '../../locales/translate';
import {
  changeOperator,
  changeValue,
  CONDITION_OPERATORS,
  type SavedCondition,
  type SavedOperator,
  takesUpper,
  USUAL,
  valueProblem,
} from '../../query/condition';
import type { EditorDataSource } from '../shared/editorProps';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { OptionCombobox, ValidatedCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { DurationField } from './DurationField';
import { useProposedLimits } from './useProposedLimits';
import { knownProfiles, type SelectedTags, sharedUnit } from './useSelectedTags';
import { FIRST_LIMITS, proposedCondition, startCondition, useStart } from './useStart';

interface ConditionFieldsProps {
  readonly datasource: EditorDataSource;
  readonly condition: SavedCondition;
  /** The tags that it is about. */
  readonly selected: SelectedTags;
  /** What the query selects, as text. */
  readonly selection: string;
  /** True for a query that began in this editor. */
  readonly isNew?: boolean;
  /** True if the tags have something to show without a condition: their states. */
  readonly showsStates: boolean;
  readonly variables: readonly string[];
  onChange(condition: SavedCondition): void;
  /** Cells that follow in the same row. */
  readonly children: ReactNode;
}

/** A comparison of tags with a number in their unit, the name of a state, or a limit; and a level to begin with. */
export function ConditionFields({
  datasource,
  condition,
  selected,
  selection,
  isNew = false,
  showsStates,
  variables,
  onChange,
  children,
}: ConditionFieldsProps) {
  const operatorId = useId();
  const proposals = useProposedLimits(datasource, selected, condition.value === '');
  const suggested = startCondition(selected, proposals);
  const fields = useRef<HTMLDivElement>(null);
  const isInUse = () => fields.current?.contains(document.activeElement) === true;
  useStart({ condition, suggested, selection, isNew, isInUse, onChange });
  const unit = sharedUnit(selected);
  const profiles = knownProfiles(selected);
  const options = valueOptions(selected, variables);
  const change = (edited: SavedCondition) => {
    if (edited !== condition) {
      onChange(edited);
    }
  };
  const operators = operatorTexts();
  const valueField = (field: 'value' | 'upper', label: string, none: readonly PickerOption[]) => (
    <ValidatedCombobox
      label={unit === '' ? label : translate('editors.condition.withUnit', '{{label}} ({{unit}})', { label, unit })}
      value={condition[field]}
      options={[...none, ...options]}
      customValueDescription={t('editors.condition.custom', 'Custom value')}
      placeholder={t('editors.condition.choose', 'Choose or enter a value')}
      findProblem={(text) => problemText(condition.operator, field, text, selected)}
      onChange={(text) => change(changeValue(condition, field, text, profiles))}
    />
  );
  return (
    <div ref={fields}>
      <FieldRow>
        <FieldCell size="short">
          <Field label={t('editors.condition.operator', 'Condition')} noMargin>
            <OptionCombobox
              id={operatorId}
              options={[
                ...CONDITION_OPERATORS.map((value) => ({ value, label: operators[value] })),
                ...variableOptions(variables),
              ]}
              value={condition.operator}
              onChange={(operator) => change(changeOperator(condition, operator as SavedOperator))}
            />
          </Field>
        </FieldCell>
        {condition.operator === 'unchanged' ? (
          <DurationField
            label={t('editors.condition.unchanged', 'For at least')}
            value={condition.value}
            otherOptions={[usualOption()]}
            durations={UNCHANGED_DURATIONS}
            variables={variables}
            onChange={(value) => change({ ...condition, value: value.trim() })}
          />
        ) : (
          valueField('value', t('editors.condition.value', 'Value'), showsStates ? [statesOption()] : [])
        )}
        {takesUpper(condition.operator) && valueField('upper', t('editors.condition.upper', 'Second value'), [])}
        {children}
      </FieldRow>
      {proposals.map((proposal) => {
        const proposed = proposedCondition(proposal, takesUpper(condition.operator) ? '>' : condition.operator);
        return condition.value === '' || proposed.value === condition.value ? (
          <LimitProposal
            key={[proposal.device, proposal.tag, proposal.rule].join('\n')}
            proposal={proposal}
            level={[proposal.direction && proposed.operator, withUnit(proposed.value, unit)].filter(Boolean).join(' ')}
            isTaken={condition.value !== ''}
            onTake={() => change(proposed)}
          />
        ) : null;
      })}
    </div>
  );
}

const UNCHANGED_DURATIONS = ['1h', '4h', '12h', '1d'];

function usualOption(): PickerOption {
  return {
    value: USUAL,
    label: t('editors.condition.usual', 'Longer than usual'),
    description: t('editors.condition.usualDescription', 'Than ever in the four weeks before the time range'),
  };
}

function statesOption(): PickerOption {
  return {
    value: '',
    label: t('editors.condition.none', 'None'),
    description: t('editors.condition.noneDescription', 'Shows the states of a tag themselves'),
  };
}

interface LimitProposalProps {
  readonly proposal: ProposedLimit;
  /** As text, with the operator if the alerts say on which side of it they were. */
  readonly level: string;
  readonly isTaken: boolean;
  onTake(): void;
}

/** A level that nobody has set as a limit, which says so. */
function LimitProposal({ proposal: { alerts, device, rule }, level, isTaken, onTake }: LimitProposalProps) {
  return (
    <Box marginTop={0.5}>
      <Stack direction="row" gap={1} alignItems="center" wrap="wrap">
        <Text color="secondary" variant="bodySmall">
          {translate('editors.condition.proposal', '', {
            count: alerts,
            device,
            rule,
            defaultValue_one:
              'A proposal, not a limit that somebody set: {{count}} alert “{{rule}}” of {{device}} began there.',
            defaultValue_other:
              'A proposal, not a limit that somebody set: {{count}} alerts “{{rule}}” of {{device}} began around there.',
          })}
        </Text>
        {!isTaken && (
          <Button variant="secondary" fill="outline" size="sm" onClick={onTake}>
            {translate('editors.condition.takeProposal', 'Use {{level}}', { level })}
          </Button>
        )}
      </Stack>
    </Box>
  );
}

/** The names of the tags' states and of the limits that are set, then variables; a number can be typed. */
function valueOptions({ tags }: SelectedTags, variables: readonly string[]): PickerOption[] {
  const states = new Map(tags.flatMap(({ profile }) => profile.states.map(({ name, value }) => [name, value])));
  const names = limitTexts();
  const statesGroup = t('editors.condition.states', 'States');
  const limitsGroup = t('editors.condition.limits', 'Limits of the tags');
  return [
    ...[...states].map(([name, value]) => ({
      value: name,
      label: name,
      description: String(value),
      group: statesGroup,
    })),
    ...FIRST_LIMITS.flatMap(([name]): PickerOption[] => {
      const levels = new Set(
        tags.flatMap(({ tag, profile }) => {
          const limit = profile.limits[name];
          return limit === undefined ? [] : [withUnit(String(limit), tag.unit)];
        })
      );
      return levels.size === 0
        ? []
        : [{ value: name, label: names[name], description: [...levels].join(', '), group: limitsGroup }];
    }),
    ...variableOptions(variables),
  ];
}

/** Texts of messages name this many states. */
const MAX_NAMED_STATES = 8;

function problemText(
  operator: SavedOperator,
  field: 'value' | 'upper',
  written: string,
  selected: SelectedTags
): string | undefined {
  if (field === 'upper' && written.trim() === '') {
    return t('editors.condition.noSecond', 'Enter a second value.');
  }
  const problem = valueProblem(operator, written, knownProfiles(selected));
  if (problem === undefined) {
    return undefined;
  }
  const { text } = problem;
  const values = { text };
  switch (problem.kind) {
    case 'ambiguous':
      return translate(
        'editors.condition.ambiguous',
        '“{{text}}” can be two numbers. Write {{decimal}} or {{thousands}}.',
        {
          decimal: text.replace(',', '.'),
          thousands: text.replace(',', ''),
          ...values,
        }
      );
    case 'notSet':
      return translate(
        'editors.condition.notSet',
        'The selected tags have no limit “{{text}}”. Set it in the settings, or enter a number.',
        values
      );
    case 'unknown':
      return unknownText(text, selected);
  }
}

function unknownText(text: string, { tags }: SelectedTags): string {
  const names = [...new Set(tags.flatMap(({ profile }) => profile.states.map(({ name }) => name)))];
  if (names.length === 0) {
    return translate('editors.condition.noNumber', '“{{text}}” is not a number, such as 8.4, nor a variable.', {
      text,
    });
  }
  const more = names.length > MAX_NAMED_STATES ? ['…'] : [];
  return translate('editors.condition.noState', '“{{text}}” is neither a number nor a state: {{states}}.', {
    text,
    states: [...names.slice(0, MAX_NAMED_STATES), ...more].join(', '),
  });
}
