import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { VariableSort } from '@grafana/schema';
import type { SceneComponentProps } from '@grafana/scenes';
import { Alert, Box, Combobox, Field, Input, Spinner, Stack, Switch, Text, useStyles2 } from '@grafana/ui';
import React from 'react';
import { JsonText } from '../parts/JsonText.tsx';
import { text } from '../page/text.ts';
import { ValueTable } from './ValueTable.tsx';
import { HostedVariableEditor } from './HostedVariableEditor.tsx';
import type { VariableSceneModel } from './VariableSceneModel.ts';

const SORTS = ['disabled', 'alphabeticalAsc', 'alphabeticalDesc', 'numericalAsc', 'numericalDesc'] as const;

/** The plugin's variable editor, then a preview of the variable as in a dashboard, its values and its JSON. */
export function VariableLayout({ model }: SceneComponentProps<VariableSceneModel>) {
  const styles = useStyles2(getStyles);
  const { selectors } = model.useState();
  const { variable } = model;
  const { name, regex, sort, isMulti, includeAll, options, loading, error, query, datasource } = variable.useState();
  const change = (changed: Partial<typeof variable.state>) => {
    variable.setState(changed);
    model.run();
  };
  return (
    <Stack direction="column" gap={2}>
      <Box backgroundColor="primary" borderStyle="solid" borderColor="weak" borderRadius="default" padding={2}>
        <HostedVariableEditor model={model} onChange={(changed) => change({ query: changed })} />
        <div className={styles.options}>
          <Field label={text('variable.regex')} noMargin>
            <Input
              id="variable-regex"
              width={24}
              value={regex}
              placeholder="/.*/"
              onChange={(event) => change({ regex: event.currentTarget.value })}
            />
          </Field>
          <Field label={text('variable.sort')} noMargin>
            <Combobox
              id="variable-sort"
              width={24}
              options={SORTS.map((value) => ({ value, label: text(`sort.${value}`) }))}
              value={SORTS.find((value) => VariableSort[value] === sort) ?? null}
              onChange={({ value }) => change({ sort: VariableSort[value] })}
            />
          </Field>
          <Field label={text('variable.multi')} noMargin>
            <Switch
              id="variable-multi"
              value={isMulti ?? false}
              onChange={(event) => change({ isMulti: event.currentTarget.checked })}
            />
          </Field>
          <Field label={text('variable.includeAll')} noMargin>
            <Switch
              id="variable-all"
              value={includeAll ?? false}
              onChange={(event) => change({ includeAll: event.currentTarget.checked })}
            />
          </Field>
        </div>
      </Box>
      {error && (
        <div>
          <Alert severity="error" title={String(error)} />
        </div>
      )}
      <Text element="h2" variant="h5">
        {text('variable.preview')}
      </Text>
      <div className={styles.selectors}>
        <selectors.Component model={selectors} />
      </div>
      <Stack gap={1} alignItems="center">
        <Text element="h2" variant="h5">
          {options.length > 0 ? text('variable.values', { count: options.length }) : text('variable.noValues')}
        </Text>
        {loading && <Spinner inline />}
      </Stack>
      {options.length > 0 && <ValueTable options={options} />}
      <Text element="h2" variant="h5">
        {text('variable.json')}
      </Text>
      <JsonText
        label={text('variable.json')}
        value={{
          type: 'query',
          name,
          datasource,
          query,
          regex,
          sort,
          multi: isMulti ?? false,
          includeAll: includeAll ?? false,
          refresh: 1,
        }}
      />
    </Stack>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  options: css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(2), marginTop: theme.spacing(2) }),
  selectors: css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1) }),
});
