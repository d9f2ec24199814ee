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
import { fetchInScenario } from '../page/scenario.ts';
import { importPanelPlugin, panelPlugins } from '../panels/panelPlugins.ts';
import { installFieldConfig } from '../panels/standardFieldConfig.ts';
import { publishErrorAlert } from './alerts.ts';
import { HostBackendSrv } from './HostBackendSrv.ts';
import { HostDataSourceSrv } from './HostDataSourceSrv.ts';
import { requestLog } from './requestLog.ts';
import { makeRunRequest } from './makeRunRequest.ts';
import { HostTemplateSrv } from './HostTemplateSrv.ts';

/** Registers the services that Grafana registers with @grafana/runtime at startup. */
export function installServices() {
  const appEvents = new EventBusSrv();
  setAppEvents(appEvents);
  const backendSrv = new HostBackendSrv({
    fetch: fetchInScenario,
    onRequest: (record) => requestLog.next(record),
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

/** The workbench has no other plugins, so there are no extensions. */
function installExtensionHooks() {
  setPluginLinksHook(() => ({ links: [], isLoading: false }));
  setPluginComponentsHook(() => ({ components: [], isLoading: false }));
  setPluginComponentHook(() => ({ component: null, isLoading: false }));
  setPluginFunctionsHook(() => ({ functions: [], isLoading: false }));
}
