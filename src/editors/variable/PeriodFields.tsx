import { t } from '@grafana/i18n';
import React from 'react';
import type { VariableQuery } from '../../query/variableQuery';
import { ConditionFields } from '../query/ConditionFields';
import { JoinWithinField } from '../query/JoinWithinField';
import { MinDurationField } from '../query/MinDurationField';
import { SwitchField } from '../query/PlainFields';
import { RunsByField } from '../query/RunsByField';
import { CountField } from '../query/SeriesOptionFields';
import { HoldField } from '../query/SignalFields';
import { useSelectedTags } from '../query/useSelectedTags';
import type { EditorDataSource } from '../shared/editorProps';
import { FieldRow } from '../shared/FieldRow';
import type { InventoryList } from '../shared/useInventory';

interface PeriodFieldsProps {
  readonly datasource: EditorDataSource;
  readonly query: VariableQuery;
  readonly inventory: InventoryList;
  apply(edited: VariableQuery): void;
}

/** When the periods or runs that a variable lists begin and end. */
export function PeriodFields({ datasource, query, inventory, apply }: PeriodFieldsProps) {
  const { kind, device, tag, condition, runsBy } = query;
  const filter = { sites: [], areas: [], deviceTypes: [], devices: listOf(device), tags: listOf(tag) };
  const selected = useSelectedTags(datasource, inventory, filter);
  const isRuns = kind === 'runs';
  const fields = { query, variables: inventory.variables, apply };
  const minDuration = <MinDurationField {...fields} />;
  return (
    <>
      {isRuns && (
        <FieldRow>
          <RunsByField query={query} apply={apply} />
          {runsBy === 'restarts' && minDuration}
        </FieldRow>
      )}
      {!(isRuns && runsBy === 'restarts') && (
        <ConditionFields
          datasource={datasource}
          condition={condition}
          selected={selected}
          selection={JSON.stringify(filter)}
          showsStates={isRuns && runsBy === 'values'}
          variables={inventory.variables}
          onChange={(edited) => apply({ ...query, condition: edited })}
        >
          {minDuration}
          <JoinWithinField {...fields} />
        </ConditionFields>
      )}
      <FieldRow>
        <HoldField {...fields} />
        {isRuns && (
          <>
            <CountField
              query={query}
              name="count"
              label={t('editors.runCount.label', 'Number of runs')}
              apply={apply}
            />
            <SwitchField
              query={query}
              name="withLast"
              label={t('editors.withLast.label', 'With “Last run”')}
              description={t(
                'editors.withLast.description',
                'The list begins with “Last run”, so that a dashboard goes on to the next run by itself'
              )}
              apply={apply}
            />
          </>
        )}
      </FieldRow>
    </>
  );
}

function listOf(text: string): string[] {
  return text === '' ? [] : [text];
}
