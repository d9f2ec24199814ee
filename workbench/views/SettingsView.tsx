import type { DataSourceApi, DataSourcePlugin, DataSourceSettings, TestDataSourceResponse } from '@grafana/data';
import { selectors } from '@grafana/e2e-selectors';
import { getBackendSrv, getDataSourceSrv, HealthCheckError, toDataQueryError } from '@grafana/runtime';
import { Alert, Button, ErrorBoundaryAlert, Field, Input, Stack, Switch, type AlertVariant } from '@grafana/ui';
import React, { useState, type FormEvent } from 'react';
import { useParams } from 'react-router-dom';
import { importDataSourcePlugin } from '../host/importDataSourcePlugin.ts';
import { text } from '../page/text.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { ViewPage } from '../parts/ViewPage.tsx';

/** The plugin's settings page. The workbench server holds saved settings in memory only. */
export function SettingsView() {
  const { uid = '' } = useParams();
  return (
    <ViewPage title={text('nav.settings')} intro={text('settings.memory')}>
      <Loaded key={uid} load={() => loadSettings(uid)}>
        {({ settings, plugin }) => <Settings initial={settings} plugin={plugin} />}
      </Loaded>
    </ViewPage>
  );
}

interface Props {
  readonly initial: DataSourceSettings;
  readonly plugin: DataSourcePlugin<DataSourceApi>;
}

function Settings({ initial, plugin }: Props) {
  const [settings, setSettings] = useState(initial);
  const [outcome, setOutcome] = useState<TestDataSourceResponse>();
  const [isBusy, setBusy] = useState(false);
  const { ConfigEditor } = plugin.components;
  const edit = (edited: DataSourceSettings) => {
    setSettings(edited);
    // It was the result of other settings.
    setOutcome(undefined);
  };
  const saveAndTest = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      if (!settings.readOnly) {
        setSettings(await saveSettings(settings));
      }
      const dataSource = await getDataSourceSrv().get(settings.uid);
      setOutcome(await dataSource.testDatasource());
    } catch (error) {
      // As in Grafana, an exception of the test is its result.
      const { message = '' } = toDataQueryError(error);
      const { error: cause } = error as { readonly error?: unknown };
      const details =
        cause instanceof HealthCheckError ? (cause.details as TestDataSourceResponse['details']) : undefined;
      setOutcome({ status: 'error', message, details });
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saveAndTest();
  };
  return (
    <form style={{ maxWidth: 900 }} onSubmit={onSubmit}>
      {settings.readOnly && (
        <Alert severity="info" title={text('settings.readOnly')}>
          {text('settings.readOnlyHelp')}
        </Alert>
      )}
      <Stack gap={2} alignItems="flex-start" wrap="wrap">
        <Field label={text('settings.name')}>
          <Input
            id="data-source-name"
            data-testid={selectors.pages.DataSource.name}
            width={40}
            value={settings.name}
            disabled={settings.readOnly}
            onChange={(event) => edit({ ...settings, name: event.currentTarget.value })}
          />
        </Field>
        <Field label={text('settings.default')}>
          <Switch
            id="data-source-default"
            value={settings.isDefault}
            disabled={settings.readOnly}
            onChange={(event) => edit({ ...settings, isDefault: event.currentTarget.checked })}
          />
        </Field>
      </Stack>
      {ConfigEditor ? (
        <ErrorBoundaryAlert>
          <ConfigEditor options={settings} onOptionsChange={edit} />
        </ErrorBoundaryAlert>
      ) : (
        text('settings.noEditor')
      )}
      {outcome && (
        <div data-testid={selectors.pages.DataSource.alert} role="status">
          <Alert severity={outcome.status as AlertVariant} title={outcome.message} elevated>
            {[outcome.details?.message, outcome.details?.verboseMessage].filter(Boolean).join('\n')}
          </Alert>
        </div>
      )}
      <Button type="submit" disabled={isBusy} data-testid={selectors.pages.DataSource.saveAndTest}>
        {text(isBusy ? 'settings.saving' : settings.readOnly ? 'settings.test' : 'settings.saveAndTest')}
      </Button>
    </form>
  );
}

const settingsUrl = (uid: string) => `/api/datasources/uid/${encodeURIComponent(uid)}`;

async function loadSettings(uid: string): Promise<{ settings: DataSourceSettings } & Pick<Props, 'plugin'>> {
  const settings: DataSourceSettings = await getBackendSrv().get(settingsUrl(uid));
  const instanceSettings = getDataSourceSrv().getInstanceSettings(uid);
  if (!instanceSettings) {
    throw new Error(text('state.noDataSource'));
  }
  return { settings, plugin: await importDataSourcePlugin(instanceSettings.meta) };
}

/** Saves the settings and recreates the data source with them. In the result, secrets are reduced to their names. */
async function saveSettings(settings: DataSourceSettings): Promise<DataSourceSettings> {
  const options = { showErrorAlert: false };
  const { datasource }: { datasource: DataSourceSettings } = await getBackendSrv().put(
    settingsUrl(settings.uid),
    settings,
    options
  );
  await getDataSourceSrv().reload();
  return datasource;
}
