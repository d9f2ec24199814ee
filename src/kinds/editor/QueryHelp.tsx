import type { QueryEditorHelpProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Button, Stack, Text } from '@grafana/ui';
import React, { useMemo } from 'react';
import { KINDS, type QueryKind, type TelemetryQuery } from '../kinds';
import type { EditorDataSource } from '../../editors/shared/editorProps';
import type { FilterLists, SavedQuery } from '../../query/savedQuery';
import { loadedDevices, useInventory } from '../../editors/shared/useInventory';
import { KIND_EDITORS } from '../kindEditors';

/** The help of the query editor: what each query type is for, with examples that run. */
export function QueryHelp(props: QueryEditorHelpProps<TelemetryQuery>) {
  const { onClickExample } = props;
  // Grafana's type of the data source is that of all plugins.
  const datasource = props.datasource as unknown as EditorDataSource;
  const { state } = useInventory(datasource);
  const examples = useMemo(() => {
    const devices = loadedDevices(state);
    const words = datasource.tagTypes();
    return (Object.keys(KINDS) as QueryKind[]).flatMap((kind) =>
      KIND_EDITORS[kind].examples(devices, words).map((example) => ({ kind, ...example }))
    );
  }, [state, datasource]);
  return (
    <Stack direction="column" gap={2}>
      <Text element="h3">{t('help.title', 'Examples')}</Text>
      {examples.map(({ kind, title, explanation, query }) => (
        <Stack key={title} direction="column" gap={0.5} alignItems="flex-start">
          <Button
            variant="secondary"
            size="sm"
            // Grafana keeps the letter of the query that the example replaces.
            onClick={() => onClickExample({ refId: 'A', kind, ...query } as TelemetryQuery)}
          >
            {title}
          </Button>
          <Text color="secondary">{explanation}</Text>
          <Text variant="bodySmall">{exampleSettings(kind, query).join(' · ')}</Text>
        </Stack>
      ))}
    </Stack>
  );
}

/** What an example sets, in the words of the query editor: `Interval: 8 hours`. */
function exampleSettings(kind: QueryKind, query: Partial<SavedQuery>): string[] {
  const { label, exampleSettings: settings } = KIND_EDITORS[kind];
  const { devices, tags } = query as Partial<FilterLists>;
  return [
    [t('editors.kind.label', 'Query type'), label()] as const,
    [t('editors.devices.label', 'Devices'), devices?.join(', ')] as const,
    [t('editors.tags.label', 'Tags'), tags?.join(', ')] as const,
    ...(settings?.(query) ?? []),
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
}
