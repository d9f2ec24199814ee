import {
  AppEvents,
  type DataTransformerInfo,
  type EventBus,
  EventBusSrv,
  standardEditorsRegistry,
  standardTransformers,
  standardTransformersRegistry,
} from '@grafana/data';
import {
  config,
  type FetchError,
  setAppEvents,
  setBackendSrv,
  setChromeHeaderHeightHook,
  setDataSourceSrv,
  setPluginComponentHook,
  setPluginComponentsHook,
  setPluginFunctionsHook,
  setPluginImportUtils,
  setPluginLinksHook,
  setRunRequest,
  setTemplateSrv,
  toDataQueryError,
} from '@grafana/runtime';
import { fetchInScenario } from '../page/scenario.ts';
import { importPanelPlugin, panelPlugins } from '../panels/panelPlugins.tsx';
import { installFieldConfig } from '../panels/fieldConfig.ts';
import { HostBackendSrv } from './requests/HostBackendSrv.ts';
import { HostDataSourceSrv } from './HostDataSourceSrv.ts';
import { logRequest } from './requests/requestLog.ts';
import { makeRunRequest } from './makeRunRequest.ts';
import { HostTemplateSrv } from './HostTemplateSrv.ts';

/** Registers the services that Grafana registers with @grafana/runtime at startup. */
export function installServices() {
  const appEvents = new EventBusSrv();
  setAppEvents(appEvents);
  const backendSrv = new HostBackendSrv({
    fetch: fetchInScenario,
    onRequest: logRequest,
    onAlert: (error) => publishErrorAlert(appEvents, error),
  });
  setBackendSrv(backendSrv);
  setTemplateSrv(new HostTemplateSrv());
  setDataSourceSrv(new HostDataSourceSrv(config.datasources, config.defaultDatasource));
  setRunRequest(
    makeRunRequest({
      toError: toDataQueryError,
      cancelRequests: (requestId) => backendSrv.resolveCancelerIfExists(requestId),
    })
  );
  setPluginImportUtils({ importPanelPlugin, getPanelPluginFromCache: (id) => panelPlugins[id] });
  setChromeHeaderHeightHook(() => 0);
  installExtensionHooks();

  standardEditorsRegistry.setInit(() => []);
  // One of them has two names, and the registry takes no id twice.
  const transformers = [...new Set<DataTransformerInfo>(Object.values(standardTransformers))];
  standardTransformersRegistry.setInit(() =>
    transformers.map((transformer) => ({
      id: transformer.id,
      name: transformer.name,
      transformation: () => Promise.resolve(transformer),
      editor: () => null,
      imageDark: '',
      imageLight: '',
    }))
  );
  installFieldConfig();
}

/** Publishes an alert for a failed request with the server's message. */
function publishErrorAlert(appEvents: EventBus, error: FetchError) {
  const message = (error.data as { message?: string } | null)?.message ?? error.statusText ?? '';
  const type = error.status < 500 ? AppEvents.alertWarning : AppEvents.alertError;
  appEvents.publish({ type: type.name, payload: [message] });
}

/** The workbench has no other plugins, so there are no extensions. */
function installExtensionHooks() {
  setPluginLinksHook(() => ({ links: [], isLoading: false }));
  setPluginComponentsHook(() => ({ components: [], isLoading: false }));
  setPluginComponentHook(() => ({ component: null, isLoading: false }));
  setPluginFunctionsHook(() => ({ functions: [], isLoading: false }));
}
