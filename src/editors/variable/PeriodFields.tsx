import React from 'react';
import type { VariableQuery } from '../../query/variableQuery';
import { ConditionFields } from '../query/ConditionFields';
import { MinDurationField } from '../query/MinDurationField';
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
  const { device, tag, condition } = query;
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
      <MinDurationField query={query} variables={inventory.variables} apply={apply} />
    </ConditionFields>
  );
}

function listOf(text: string): string[] {
  return text === '' ? [] : [text];
}
