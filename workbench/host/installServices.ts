import {
  type DataTransformerInfo,
  EventBusSrv,
  standardEditorsRegistry,
  standardTransformers,
  standardTransformersRegistry,
} from '@grafana/data';
import {
  config,
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
import { importPanelPlugin, panelPlugins } from '../panels/panelPlugins.ts';
import { installFieldConfig } from '../panels/standardFieldConfig.ts';
import { alertFromError } from './alerts.ts';
import { HostBackendSrv } from './backendSrv.ts';
import { HostDataSourceSrv } from './dataSourceSrv.ts';
import { requestLog } from './requestLog.ts';
import { makeRunRequest } from './runRequest.ts';
import { HostTemplateSrv } from './templateSrv.ts';

/** Gives @grafana/runtime the services that a Grafana gives it at its start. */
export function installServices() {
  const appEvents = new EventBusSrv();
  setAppEvents(appEvents);
  const backendSrv = new HostBackendSrv({
    fetch: window.fetch.bind(window),
    onRequest: (record) => requestLog.next(record),
    onAlert: (error) => alertFromError(appEvents, error),
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
  const transformers: DataTransformerInfo[] = Object.values(standardTransformers);
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

/** There are no other plugins whose extensions could show up. */
function installExtensionHooks() {
  setPluginLinksHook(() => ({ links: [], isLoading: false }));
  setPluginComponentsHook(() => ({ components: [], isLoading: false }));
  setPluginComponentHook(() => ({ component: null, isLoading: false }));
  setPluginFunctionsHook(() => ({ functions: [], isLoading: false }));
}
