import type { QueryEditorHelpProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Button, Stack, Text } from '@grafana/ui';
import React, { useMemo } from 'react';
import type { TelemetryQuery } from '../query/telemetryQuery';
import type { EditorDataSource } from '../editors/shared/editorProps';
import { loadedDevices, useInventory } from '../editors/shared/useInventory';
import { exampleSettings } from './exampleSettings';
import { queryExamples } from './examples';

/** The help of the query editor: what each query type is for, with examples that run. */
export function QueryHelp(props: QueryEditorHelpProps<TelemetryQuery>) {
  const { onClickExample } = props;
  // Grafana's type of the data source is that of all plugins.
  const datasource = props.datasource as unknown as EditorDataSource;
  const { state } = useInventory(datasource);
  const examples = useMemo(() => queryExamples(loadedDevices(state), datasource.tagTypes()), [state, datasource]);
  return (
    <Stack direction="column" gap={2}>
      <Text element="h3">{t('help.title', 'Examples')}</Text>
      {examples.map(({ title, explanation, query }) => (
        <Stack key={title} direction="column" gap={0.5} alignItems="flex-start">
          <Button
            variant="secondary"
            size="sm"
            // Grafana keeps the letter of the query that the example replaces.
            onClick={() => onClickExample({ refId: 'A', ...query } as TelemetryQuery)}
          >
            {title}
          </Button>
          <Text color="secondary">{explanation}</Text>
          <Text variant="bodySmall">{exampleSettings(query).join(' · ')}</Text>
        </Stack>
      ))}
    </Stack>
  );
}
