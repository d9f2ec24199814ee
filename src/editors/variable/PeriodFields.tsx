import { t } from '@grafana/i18n';
import React from 'react';
import { changeDuration } from '../../query/queryEdits';
import type { VariableQuery } from '../../query/variableQuery';
import { ConditionFields } from '../query/ConditionFields';
import { DurationField } from '../query/DurationField';
import { useSelectedTags } from '../query/useSelectedTags';
import type { EditorDataSource } from '../shared/editorProps';
import type { InventoryList } from '../shared/useInventory';

interface PeriodFieldsProps {
  readonly datasource: EditorDataSource;
  readonly query: VariableQuery;
  readonly inventory: InventoryList;
  apply(edited: VariableQuery): void;
}

/** When the periods that a variable lists begin and end. */
export function PeriodFields({ datasource, query, inventory, apply }: PeriodFieldsProps) {
  const { device, tag, condition, minDuration } = query;
  const filter = { sites: [], areas: [], deviceTypes: [], devices: listOf(device), tags: listOf(tag) };
  const selected = useSelectedTags(datasource, inventory, filter);
  return (
    <ConditionFields
      datasource={datasource}
      condition={condition}
      selected={selected}
      selection={JSON.stringify(filter)}
      showsStates={false}
      variables={inventory.variables}
      onChange={(edited) => apply({ ...query, condition: edited })}
    >
      <DurationField
        label={t('editors.minDuration.label', 'Minimum duration')}
        value={minDuration}
        otherOptions={[{ value: '', label: t('editors.minDuration.none', 'Any') }]}
        durations={MIN_DURATIONS}
        variables={inventory.variables}
        onChange={(text) => apply(changeDuration(query, 'minDuration', text))}
      />
    </ConditionFields>
  );
}

function listOf(text: string): string[] {
  return text === '' ? [] : [text];
}

/** Usual durations; any other can be typed. */
const MIN_DURATIONS = ['10s', '1m', '5m', '15m', '1h'] as const;
