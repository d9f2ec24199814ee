import { CoreApp, type PanelData, type QueryEditorProps, type SelectableValue } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RadioButtonGroup, Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import type { TagTypeWords } from '../core/inventory/tagRole';
import { dashboardZone } from '../query/dashboard';
import { normalizeQuery } from '../query/normalizeQuery';
import { changeAlertFormat, changeKind, changeTimeZone } from '../query/queryEdits';
import { QUERY_KINDS, type QueryKind, type TelemetryQuery, type UnreadableQuery } from '../query/telemetryQuery';
import type { EditorDataSource, EditorProps } from '../editors/shared/editorProps';
import { FieldHint } from '../editors/shared/FieldHint';
import { InventoryNotice } from '../editors/shared/InventoryNotice';
import { type InventoryList, useInventory } from '../editors/shared/useInventory';
import { AlertFilters } from './alerts/AlertFilters';
import { DevicesFields } from './devices/DevicesFields';
import { ExportsFields } from './exports/ExportsFields';
import { HistoryFields } from './history/HistoryFields';
import { kindLabels } from './kindLabels';
import { LatestFields } from './latest/LatestFields';
import { ResolutionSummary } from './history/ResolutionSummary';

/** The query editor of panels and Explore. */
export function QueryEditor(props: EditorProps<TelemetryQuery> & Pick<QueryEditorProps<never>, 'app' | 'data'>) {
  const { app, datasource, onChange, onRunQuery, data } = props;
  const inventory = useInventory(datasource);
  const query = useMemo(() => normalizeQuery(props.query), [props.query]);
  const tagTypes = useMemo(() => datasource.tagTypes(), [datasource]);
  const apply = (edited: TelemetryQuery) => {
    if (edited !== query) {
      onChange(forServer(edited));
      onRunQuery();
    }
  };
  // The server, which answers alert rules and shared dashboards, has no dashboard. A rule has none either.
  const forServer = (edited: TelemetryQuery) =>
    app === CoreApp.UnifiedAlerting ? edited : changeTimeZone(edited, zoneOf(data) ?? datasource.dashboardZone?.());
  return (
    <Stack direction="column" gap={1.5}>
      <div>
        <RadioButtonGroup<QueryKind>
          aria-label={t('editors.kind.label', 'Query type')}
          size="sm"
          options={kindOptions()}
          value={query.kind === 'unreadable' ? undefined : query.kind}
          onChange={(kind) => apply(app === CoreApp.UnifiedAlerting ? ruleQuery(query, kind) : changeKind(query, kind))}
        />
      </div>
      {query.kind !== 'exports' && <InventoryNotice inventory={inventory} />}
      <KindFields
        datasource={datasource}
        query={query}
        inventory={inventory}
        dayBucketZone={datasource.dayBucketZone()}
        tagTypes={tagTypes}
        zone={zoneOf(data)}
        apply={apply}
      />
      {query.kind !== 'unreadable' && <ResolutionSummary query={query} data={data} />}
    </Stack>
  );
}

/** A rule starts with counts of alerts: Reduce cannot use a table. */
function ruleQuery(query: TelemetryQuery | UnreadableQuery, kind: QueryKind): TelemetryQuery {
  const changed = changeKind(query, kind);
  return changed.kind === 'alerts' ? changeAlertFormat(changed, 'count') : changed;
}

function kindOptions(): Array<SelectableValue<QueryKind>> {
  const labels = kindLabels();
  return QUERY_KINDS.map((value) => ({ value, label: labels[value] }));
}

interface KindFieldsProps {
  readonly datasource: EditorDataSource;
  readonly query: TelemetryQuery | UnreadableQuery;
  readonly inventory: InventoryList;
  readonly dayBucketZone: string;
  readonly tagTypes: TagTypeWords;
  readonly zone: string | undefined;
  apply(edited: TelemetryQuery): void;
}

/** The fields of the query's kind. */
function KindFields({ datasource, query, inventory, dayBucketZone, tagTypes, zone, apply }: KindFieldsProps) {
  switch (query.kind) {
    case 'history':
      return (
        <HistoryFields
          query={query}
          inventory={inventory}
          dayBucketZone={dayBucketZone}
          tagTypes={tagTypes}
          zone={zone}
          apply={apply}
        />
      );
    case 'latest':
      return <LatestFields query={query} inventory={inventory} apply={apply} />;
    case 'alerts':
      return <AlertFilters datasource={datasource} query={query} inventory={inventory} apply={apply} />;
    case 'devices':
      return <DevicesFields query={query} inventory={inventory} apply={apply} />;
    case 'exports':
      return <ExportsFields query={query} variables={inventory.variables} apply={apply} />;
    case 'unreadable':
      return (
        <FieldHint>
          {t(
            'editors.kind.unreadable',
            'This query was saved by another version of the plugin or edited by hand. It stays as it is until you select a query type.'
          )}
        </FieldHint>
      );
  }
}

/** The time zone of the dashboard, from the request that the panel's data belongs to. */
function zoneOf(data: PanelData | undefined): string | undefined {
  const timezone = data?.request?.timezone;
  return timezone === undefined ? undefined : dashboardZone(timezone, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
