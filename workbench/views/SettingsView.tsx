import type { DataSourcePlugin, DataSourceApi, DataSourceSettings } from '@grafana/data';
import { selectors } from '@grafana/e2e-selectors';
import { getBackendSrv, getDataSourceSrv } from '@grafana/runtime';
import { Alert, Button, ErrorBoundaryAlert, Field, Input, Stack, Switch } from '@grafana/ui';
import React, { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { importDataSourcePlugin } from '../host/importDataSourcePlugin.ts';
import { text } from '../page/text.ts';
import { saveSettings, testDataSource, type TestOutcome } from './settingsActions.ts';
import { usePromise } from '../parts/usePromise.ts';
import { ViewPage } from '../parts/ViewPage.tsx';
import { ViewState } from '../parts/ViewState.tsx';

/** The plugin's settings page. The workbench server holds saved settings in memory only. */
export function SettingsView() {
  const { uid = '' } = useParams();
  const [loaded, retry] = usePromise(useCallback(() => loadSettings(uid), [uid]));
  return (
    <ViewPage title={text('nav.settings')} intro={text('settings.memory')}>
      <ViewState loaded={loaded} onRetry={retry}>
        {({ settings, plugin }) => <Settings initial={settings} plugin={plugin} />}
      </ViewState>
    </ViewPage>
  );
}

interface Props {
  readonly initial: DataSourceSettings;
  readonly plugin: DataSourcePlugin<DataSourceApi>;
}

function Settings({ initial, plugin }: Props) {
  const [settings, setSettings] = useState(initial);
  const [outcome, setOutcome] = useState<TestOutcome>();
  const [isBusy, setBusy] = useState(false);
  const { ConfigEditor } = plugin.components;
  const saveAndTest = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      if (!settings.readOnly) {
        setSettings(await saveSettings(settings));
      }
      setOutcome(await testDataSource(settings.uid));
    } catch (error) {
      setOutcome({ severity: 'error', title: messageOf(error), details: '' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      style={{ maxWidth: 900 }}
      onSubmit={(event) => {
        event.preventDefault();
        void saveAndTest();
      }}
    >
      {settings.readOnly && (
        <Alert severity="info" title={text('settings.readOnly')}>
          {text('settings.readOnlyHelp')}
        </Alert>
      )}
      <Stack gap={2} alignItems="flex-start">
        <Field label={text('settings.name')}>
          <Input
            id="data-source-name"
            data-testid={selectors.pages.DataSource.name}
            width={40}
            value={settings.name}
            disabled={settings.readOnly}
            onChange={(event) => setSettings({ ...settings, name: event.currentTarget.value })}
          />
        </Field>
        <Field label={text('settings.default')}>
          <Switch
            id="data-source-default"
            value={settings.isDefault}
            disabled={settings.readOnly}
            onChange={(event) => setSettings({ ...settings, isDefault: event.currentTarget.checked })}
          />
        </Field>
      </Stack>
      {ConfigEditor ? (
        <ErrorBoundaryAlert>
          <ConfigEditor options={settings} onOptionsChange={setSettings} />
        </ErrorBoundaryAlert>
      ) : (
        text('settings.noEditor')
      )}
      {outcome && (
        <div data-testid={selectors.pages.DataSource.alert} role="status">
          <Alert severity={outcome.severity} title={outcome.title} elevated>
            {outcome.details}
          </Alert>
        </div>
      )}
      <Button type="submit" disabled={isBusy} data-testid={selectors.pages.DataSource.saveAndTest}>
        {text(isBusy ? 'settings.saving' : settings.readOnly ? 'settings.test' : 'settings.saveAndTest')}
      </Button>
    </form>
  );
}

async function loadSettings(uid: string) {
  const [settings, plugin] = await Promise.all([
    getBackendSrv().get<DataSourceSettings>(`/api/datasources/uid/${encodeURIComponent(uid)}`),
    loadPlugin(uid),
  ]);
  return { settings, plugin };
}

async function loadPlugin(uid: string) {
  const instanceSettings = getDataSourceSrv().getInstanceSettings(uid);
  if (!instanceSettings) {
    throw new Error(text('state.noDataSource'));
  }
  return importDataSourcePlugin(instanceSettings.meta);
}

function messageOf(error: unknown): string {
  const { data, message } = error as { data?: { message?: string }; message?: string };
  return data?.message ?? message ?? text('state.failed');
}
