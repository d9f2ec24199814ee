import type { PanelData, QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RadioButtonGroup, Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import { dashboardZone } from '../../query/dashboard';
import { normalizeQuery } from '../../query/normalizeQuery';
import { changeKind } from '../../query/queryEdits';
import type { QueryKind, TelemetryQuery } from '../../query/telemetryQuery';
import type { EditorProps } from '../shared/editorProps';
import { InventoryNotice } from '../shared/InventoryNotice';
import { useInventory } from '../shared/useInventory';
import { AlertFilters } from './AlertFilters';
import { HistoryFields } from './HistoryFields';
import { ResolutionSummary } from './ResolutionSummary';

/** The query editor of panels and Explore. */
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
          aria-label={t('editors.kind.label', 'Query type')}
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
      <ResolutionSummary query={query} data={data} />
    </Stack>
  );
}

/** The time zone of the dashboard, from the request that the panel's data belongs to. */
function zoneOf(data: PanelData | undefined): string | undefined {
  const timezone = data?.request?.timezone;
  return timezone === undefined ? undefined : dashboardZone(timezone, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
