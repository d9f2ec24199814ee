import type { QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React, { useMemo, useState } from 'react';
import type { EditorProps } from '../../editors/shared/editorProps';
import { InventoryNotice } from '../../editors/shared/InventoryNotice';
import { RadioField } from '../../editors/shared/RadioField';
import { useInventory } from '../../editors/shared/useInventory';
import { AlertFilters } from '../alerts/AlertFilters';
import { changeKind } from '../changeKind';
import { KIND_EDITORS } from '../kindEditors';
import type { TelemetryQuery } from '../kinds';
import { PeriodsFields } from '../periods/editor/PeriodsFields';
import { ANNOTATION_KINDS, readAnnotationQuery } from './annotationQuery';

/** The editor of an annotation query: of alerts or of periods. */
export function AnnotationEditor(props: EditorProps<TelemetryQuery> & Pick<QueryEditorProps<never>, 'data'>) {
  const { datasource, data, onChange, onRunQuery } = props;
  const inventory = useInventory(datasource);
  const query = useMemo(() => readAnnotationQuery(props.query), [props.query]);
  const [isNew, setNew] = useState(false);
  const apply = (edited: TelemetryQuery) => {
    if (edited !== query) {
      onChange(edited);
      onRunQuery();
    }
  };
  const common = { datasource, inventory, isAnnotation: true, apply };
  return (
    <Stack direction="column" gap={1.5}>
      <RadioField
        label={t('editors.annotationKind.label', 'Events')}
        options={ANNOTATION_KINDS.map((value) => ({ value, label: KIND_EDITORS[value].label() }))}
        value={query.kind}
        onChange={(kind) => {
          setNew(true);
          apply(changeKind(query, kind));
        }}
      />
      <InventoryNotice inventory={inventory} />
      {query.kind === 'alerts' ? (
        <AlertFilters query={query} {...common} />
      ) : (
        <PeriodsFields query={query} data={data} inRule={false} isNew={isNew} {...common} />
      )}
    </Stack>
  );
}
