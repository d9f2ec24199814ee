import { CoreApp, type PanelData, type QueryEditorProps, type SelectableValue } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React, { useMemo, useState } from 'react';
import type { EditorProps } from '../../editors/shared/editorProps';
import { FieldHint } from '../../editors/shared/FieldRow';
import { InventoryNotice } from '../../editors/shared/InventoryNotice';
import type { KindFieldsProps } from '../../editors/shared/kindEditor';
import { RadioGroup } from '../../editors/shared/RadioGroup';
import { useInventory } from '../../editors/shared/useInventory';
import { dashboardZone } from '../../query/dashboard';
import type { SavedQuery } from '../../query/savedQuery';
import { changeKind, changeTimeZone } from '../changeKind';
import { KIND_EDITORS } from '../kindEditors';
import { KINDS, type QueryKind, type TelemetryQuery } from '../kinds';
import { normalizeQuery } from '../normalizeQuery';

/** The query editor of panels and Explore. */
export function QueryEditor(props: EditorProps<TelemetryQuery> & Pick<QueryEditorProps<never>, 'app' | 'data'>) {
  const { app, datasource, onChange, onRunQuery, data } = props;
  const inventory = useInventory(datasource);
  const query = useMemo(() => normalizeQuery(props.query), [props.query]);
  const [chosenKind, setChosenKind] = useState<QueryKind>();
  const inRule = app === CoreApp.UnifiedAlerting;
  const apply = (edited: TelemetryQuery) => {
    if (edited !== query) {
      onChange(forServer(edited));
      onRunQuery();
    }
  };
  // The server, which answers alert rules and shared dashboards, has no dashboard. A rule has none either.
  const forServer = (edited: TelemetryQuery) =>
    inRule ? edited : changeTimeZone(edited, findZone(data) ?? datasource.dashboardZone?.());
  return (
    <Stack direction="column" gap={1.5}>
      <div>
        <RadioGroup<QueryKind>
          aria-label={t('editors.kind.label', 'Query type')}
          size="sm"
          options={kindOptions()}
          value={query.kind === 'unreadable' ? undefined : query.kind}
          onChange={(kind) => {
            setChosenKind(kind);
            apply(changeKind(query, kind, { inRule }));
          }}
        />
      </div>
      {(query.kind === 'unreadable' || 'devices' in query) && <InventoryNotice inventory={inventory} />}
      {query.kind === 'unreadable' ? (
        <FieldHint>
          {t(
            'editors.kind.unreadable',
            'This query was saved by another version of the plugin or edited by hand. It stays as it is until you select a query type.'
          )}
        </FieldHint>
      ) : (
        <KindFields
          datasource={datasource}
          query={query}
          inventory={inventory}
          data={data}
          inRule={inRule}
          isNew={chosenKind === query.kind}
          apply={apply}
        />
      )}
    </Stack>
  );
}

function kindOptions(): Array<SelectableValue<QueryKind>> {
  return (Object.keys(KINDS) as QueryKind[]).map((value) => {
    const { label, description } = KIND_EDITORS[value];
    return { value, label: label(), description: description() };
  });
}

/** The fields of the query's kind. */
function KindFields(props: KindFieldsProps<TelemetryQuery>) {
  const { Fields } = KIND_EDITORS[props.query.kind];
  return <Fields {...props} apply={props.apply as KindFieldsProps<SavedQuery>['apply']} />;
}

/** The time zone of the dashboard, from the request that the panel's data belongs to. */
function findZone(data: PanelData | undefined): string | undefined {
  const timezone = data?.request?.timezone;
  return timezone === undefined ? undefined : dashboardZone(timezone, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
