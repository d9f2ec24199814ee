import { t } from '@grafana/i18n';
import { Box, Button, Field, Stack, Text } from '@grafana/ui';
import React, { type ReactNode, useId } from 'react';
import type { ProposedLimit } from '../../core/alerts/proposedLimit';
import { type Operator, OPERATORS } from '../../core/history/signal/condition';
import { LIMIT_NAMES } from '../../core/inventory/tagProfile';
import { operatorTexts, withUnit } from '../../locales/conditionTexts';
import { limitTexts } from '../../locales/limitTexts';
import { PLAIN_TEXT } from '../../locales/plainText';
import {
  changeOperator,
  changeValue,
  type SavedCondition,
  type SavedOperator,
  takesUpper,
  valueProblem,
} from '../../query/condition';
import type { EditorDataSource } from '../shared/editorProps';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { OptionCombobox, ValidatedCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { useProposedLimits } from './useProposedLimits';
import { knownProfiles, type SelectedTags, sharedUnit } from './useSelectedTags';

interface ConditionFieldsProps {
  readonly datasource: EditorDataSource;
  readonly condition: SavedCondition;
  /** The tags that it is about. */
  readonly selected: SelectedTags;
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
  variables,
  onChange,
  children,
}: ConditionFieldsProps) {
  const operatorId = useId();
  const proposals = useProposedLimits(datasource, selected, condition.value === '');
  const unit = sharedUnit(selected);
  const profiles = knownProfiles(selected);
  const options = valueOptions(selected, variables);
  const change = (edited: SavedCondition) => {
    if (edited !== condition) {
      onChange(edited);
    }
  };
  const operators = operatorTexts();
  const valueField = (field: 'value' | 'upper', label: string, none: PickerOption) => (
    <FieldCell size="short">
      <ValidatedCombobox
        label={
          unit === '' ? label : t('editors.condition.withUnit', '{{label}} ({{unit}})', { label, unit, ...PLAIN_TEXT })
        }
        value={condition[field]}
        options={[none, ...options]}
        customValueDescription={t('editors.condition.custom', 'Custom value')}
        findProblem={(text) => problemText(field, text, selected)}
        onChange={(text) => change(changeValue(condition, field, text, profiles))}
      />
    </FieldCell>
  );
  return (
    <div>
      <FieldRow>
        <FieldCell size="short">
          <Field label={t('editors.condition.operator', 'Condition')} noMargin>
            <OptionCombobox
              id={operatorId}
              options={[
                ...OPERATORS.map((value) => ({ value, label: operators[value] })),
                ...variableOptions(variables),
              ]}
              value={condition.operator}
              onChange={(operator) => change(changeOperator(condition, operator as SavedOperator))}
            />
          </Field>
        </FieldCell>
        {valueField('value', t('editors.condition.value', 'Value'), {
          value: '',
          label: t('editors.condition.none', 'None'),
          description: t('editors.condition.noneDescription', 'Shows the states of a tag themselves'),
        })}
        {takesUpper(condition.operator) &&
          valueField('upper', t('editors.condition.upper', 'Second value'), {
            value: '',
            label: t('editors.condition.noUpper', 'None'),
          })}
        {children}
      </FieldRow>
      {proposals.map((proposal) => (
        <LimitProposal
          key={[proposal.device, proposal.tag, proposal.rule].join('\n')}
          proposal={proposal}
          unit={unit}
          onTake={(operator, value) => change({ ...changeOperator(condition, operator ?? condition.operator), value })}
        />
      ))}
    </div>
  );
}

interface LimitProposalProps {
  readonly proposal: ProposedLimit;
  readonly unit: string;
  /** @param operator undefined: the alerts do not say on which side of the level they were */
  onTake(operator: Operator | undefined, value: string): void;
}

/** Digits of a level that was computed of several values. */
const PRECISION = 4;

/** A level that nobody has set as a limit, which says so. */
function LimitProposal({ proposal, unit, onTake }: LimitProposalProps) {
  const { value, direction, alerts, device, rule } = proposal;
  const text = String(Number(value.toPrecision(PRECISION)));
  const operator = direction && ({ rising: '>', falling: '<' } as const)[direction];
  const level = [operator, withUnit(text, unit)].filter(Boolean).join(' ');
  return (
    <Box marginTop={0.5}>
      <Stack direction="row" gap={1} alignItems="center" wrap="wrap">
        <Text color="secondary" variant="bodySmall">
          {t('editors.condition.proposal', '', {
            count: alerts,
            device,
            rule,
            defaultValue_one:
              'A proposal, not a limit that somebody set: {{count}} alert “{{rule}}” of {{device}} began there.',
            defaultValue_other:
              'A proposal, not a limit that somebody set: {{count}} alerts “{{rule}}” of {{device}} began around there.',
            ...PLAIN_TEXT,
          })}
        </Text>
        <Button variant="secondary" fill="outline" size="sm" onClick={() => onTake(operator, text)}>
          {t('editors.condition.takeProposal', 'Use {{level}}', { level, ...PLAIN_TEXT })}
        </Button>
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
    ...LIMIT_NAMES.flatMap((name): PickerOption[] => {
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

function problemText(field: 'value' | 'upper', text: string, selected: SelectedTags): string | undefined {
  if (field === 'upper' && text.trim() === '') {
    return t('editors.condition.noSecond', 'Enter a second value.');
  }
  const values = { text, ...PLAIN_TEXT };
  switch (valueProblem(text, knownProfiles(selected))) {
    case undefined:
      return undefined;
    case 'ambiguous':
      return t('editors.condition.ambiguous', '“{{text}}” can be two numbers. Write {{decimal}} or {{thousands}}.', {
        decimal: text.replace(',', '.'),
        thousands: text.replace(',', ''),
        ...values,
      });
    case 'notSet':
      return t(
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
    return t('editors.condition.noNumber', '“{{text}}” is not a number, such as 8.4, nor a variable.', {
      text,
      ...PLAIN_TEXT,
    });
  }
  const more = names.length > MAX_NAMED_STATES ? ['…'] : [];
  return t('editors.condition.noState', '“{{text}}” is neither a number nor a state: {{states}}.', {
    text,
    states: [...names.slice(0, MAX_NAMED_STATES), ...more].join(', '),
    ...PLAIN_TEXT,
  });
}
