import { Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import { type AlertsQuery, readAnnotationQuery } from './alertsQuery';
import type { TelemetryQuery } from '../kinds';
import type { EditorProps } from '../../editors/shared/editorProps';
import { InventoryNotice } from '../../editors/shared/InventoryNotice';
import { useInventory } from '../../editors/shared/useInventory';
import { AlertFilters } from './AlertFilters';

/** The editor of an annotation query, which is always an alerts query. */
export function AnnotationEditor(props: EditorProps<TelemetryQuery>) {
  const { datasource, onChange, onRunQuery } = props;
  const inventory = useInventory(datasource);
  const query = useMemo(() => readAnnotationQuery(props.query), [props.query]);
  const apply = (edited: AlertsQuery) => {
    onChange(edited);
    onRunQuery();
  };
  return (
    <Stack direction="column" gap={1.5}>
      <InventoryNotice inventory={inventory} />
      <AlertFilters datasource={datasource} query={query} inventory={inventory} isAnnotation apply={apply} />
    </Stack>
  );
}
