import { Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import { normalizeQuery } from '../../query/normalizeQuery';
import type { AlertsQuery, TelemetryQuery } from '../../query/telemetryQuery';
import type { EditorProps } from '../../editors/shared/editorProps';
import { InventoryNotice } from '../../editors/shared/InventoryNotice';
import { useInventory } from '../../editors/shared/useInventory';
import { AlertFilters } from './AlertFilters';

/** The editor of an annotation query, which is always an alerts query. */
export function AnnotationEditor(props: EditorProps<TelemetryQuery>) {
  const { datasource, onChange, onRunQuery } = props;
  const inventory = useInventory(datasource);
  // An annotation that was saved without a kind is an alerts query, too.
  const query = useMemo(() => normalizeQuery({ ...props.query, kind: 'alerts' }) as AlertsQuery, [props.query]);
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
