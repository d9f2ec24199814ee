import type { PanelData, QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RadioButtonGroup, Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import { dashboardZone } from '../../query/dashboard';
import { normalizeQuery } from '../../query/normalizeQuery';
import { changeKind } from '../../query/queryEdits';
import type { QueryKind, TelemetryQuery } from '../../query/telemetryQuery';
import { AlertFilters } from './AlertFilters';
import { DrawnLine } from './ResolutionSummary';
import type { EditorProps } from '../shared/editorProps';
import { HistoryFields } from './HistoryFields';
import { InventoryNotice } from '../shared/InventoryNotice';
import { useInventory } from '../shared/useInventory';

/** The query of a panel: history or alerts. */
export function QueryEditor(props: EditorProps<TelemetryQuery> & Pick<QueryEditorProps<never>, 'data'>) {
  const { datasource, onChange, onRunQuery, data } = props;
  const inventory = useInventory(datasource);
  const query = useMemo(() => normalizeQuery(props.query), [props.query]);
  const apply = (edited: TelemetryQuery) => {
    if (edited !== query) {
      onChange(edited);
      onRunQuery();
    }
  };
  return (
    <Stack direction="column" gap={1.5}>
      <div>
        <RadioButtonGroup<QueryKind>
          aria-label={t('editors.kind.label', 'What to show')}
          size="sm"
          options={[
            { value: 'history', label: t('editors.kind.history', 'History') },
            { value: 'alerts', label: t('editors.kind.alerts', 'Alerts') },
          ]}
          value={query.kind}
          onChange={(kind) => apply(changeKind(query, kind))}
        />
      </div>
      <InventoryNotice inventory={inventory} />
      {query.kind === 'history' ? (
        <HistoryFields
          query={query}
          inventory={inventory}
          dayBucketZone={datasource.dayBucketZone()}
          zone={zoneOf(data)}
          apply={apply}
        />
      ) : (
        <AlertFilters query={query} inventory={inventory} apply={apply} />
      )}
      <DrawnLine data={data} refId={query.refId} />
    </Stack>
  );
}

/** The zone of the dashboard, which a panel's answer tells. */
function zoneOf(data: PanelData | undefined): string | undefined {
  const timezone = data?.request?.timezone;
  return timezone === undefined ? undefined : dashboardZone(timezone, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
