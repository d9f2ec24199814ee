import {
  CustomVariableSupport,
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceGetDrilldownsApplicabilityOptions,
  type DataSourceGetTagValuesOptions,
  type DataSourceInstanceSettings,
  type DrilldownsApplicability,
  type MetricFindValue,
  type ScopedVars,
} from '@grafana/data';
import { config, DataSourceWithBackend, getBackendSrv, getTemplateSrv, type HealthCheckResult } from '@grafana/runtime';
import { map, type Observable } from 'rxjs';
import type { ProposedLimit } from './core/alerts/proposedLimit';
import type { Device } from './core/inventory/device';
import { type InventoryListKind, inventoryValues } from './core/inventory/inventoryValues';
import { compileFilter, EVERY_SERIES, FILTER_PROPERTIES } from './core/inventory/seriesFilter';
import type { TagProfiles } from './core/inventory/tagProfile';
import type { TagTypeWords } from './core/serverWords';
import { systemClock } from './core/time/clock';
import { AnnotationEditor } from './kinds/annotations/AnnotationEditor';
import { VariableQueryEditor } from './editors/variable/VariableQueryEditor';
import { annotationSupport } from './kinds/annotations/annotationSupport';
import { connectToApi } from './grafana/apiConnection';
import { checkHealth } from './grafana/settings/checkHealth';
import { documentVisibility } from './grafana/documentVisibility';
import { healthCheckResult } from './grafana/settings/healthCheckResult';
import { createStoredDataSourceReader } from './grafana/settings/storedDataSource';
import { describeError } from './grafana/errorMessage';
import { withGapRows } from './grafana/frames/gapRows';
import { createDataSourceServices, type DataSourceServices } from './grafana/dataSourceServices';
import { createInterpolate, interpolateQuery, chooseServerZone } from './grafana/query/interpolation';
import { filterApplicability } from './kinds/filterApplicability';
import { listPeriods } from './kinds/periods/listPeriods';
import { listRuns } from './kinds/runs/listRuns';
import { runQuery } from './kinds/runQuery';
import { createPanelContext } from './grafana/query/panelContext';
import { validPatterns } from './grafana/query/filter/filteredInventory';
import { recentLimits, recentRules } from './grafana/recentAlerts';
import { variableResponse } from './grafana/variables/variableResponse';
import { resolveSettings, type TelemetrySettings } from './query/dataSourceSettings';
import { DEFAULT_HISTORY_QUERY } from './kinds/history/historyQuery';
import { isComplete, normalizeQuery, queryText } from './kinds/normalizeQuery';
import { getKind, type TelemetryQuery } from './kinds/kinds';
import type { VariableQuery } from './query/variableQuery';

/** Grafana's hooks; each one only names where the work is done. */
export class TelemetryDataSource extends DataSourceWithBackend<TelemetryQuery, TelemetrySettings> {
  override annotations = annotationSupport(AnnotationEditor);
  private readonly settings: TelemetrySettings;
  private readonly services: DataSourceServices;

  constructor(instance: DataSourceInstanceSettings<TelemetrySettings>) {
    super(instance);
    this.settings = instance.jsonData;
    const settings = resolveSettings(instance.jsonData);
    this.services = createDataSourceServices({
      dataSourceUid: instance.uid,
      ...connectToApi(getBackendSrv(), {
        dataSourceUid: instance.uid,
        proxyUrl: instance.url ?? '',
        hasBackend: instance.meta.backend === true,
        maxConcurrentRequests: settings.maxConcurrentRequests,
        // 0 if nobody is signed in.
        orgId: config.bootData.user.orgId || undefined,
      }),
      clock: systemClock,
      visibility: documentVisibility,
      random: Math.random,
      settings,
      palette: config.theme2.visualization.palette,
      browserZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      canFollow: true,
    });
    this.variables = new TelemetryVariableSupport((request) =>
      variableResponse(
        request,
        this.services,
        createInterpolate(getTemplateSrv(), request.scopedVars),
        (query, signal) => {
          const list = query.kind === 'runs' ? listRuns : listPeriods;
          return list(query, createPanelContext({ ...request, targets: [] }, this.services), signal);
        },
        getTemplateSrv().getVariables()
      )
    );
  }

  override query(request: DataQueryRequest<TelemetryQuery>): Observable<DataQueryResponse> {
    // Visitors of a shared dashboard may not send requests to the API: the backend answers the queries that Grafana has stored.
    return config.publicDashboardAccessToken
      ? super.query(request).pipe(map(withGapRows))
      : runQuery(request, this.services, createInterpolate(getTemplateSrv(), request.scopedVars));
  }

  /** What Grafana's test of a data source shows: in the language of the user, and also where the backend does not run. */
  override async callHealthCheck(): Promise<HealthCheckResult> {
    return healthCheckResult(
      await checkHealth(this.services, createStoredDataSourceReader(getBackendSrv(), this.uid), this.settings)
    );
  }

  override getDefaultQuery(): Partial<TelemetryQuery> {
    return { ...DEFAULT_HISTORY_QUERY };
  }

  override filterQuery(query: TelemetryQuery): boolean {
    const saved = normalizeQuery(query);
    // A query that cannot be read runs, so that the panel shows why.
    return !query.hide && (saved.kind === 'unreadable' || isComplete(saved));
  }

  override interpolateVariablesInQueries(queries: TelemetryQuery[], scopedVars: ScopedVars): TelemetryQuery[] {
    const interpolate = createInterpolate(getTemplateSrv(), scopedVars);
    return queries.map((query) => {
      const saved = normalizeQuery(query);
      return saved.kind === 'unreadable'
        ? query
        : {
            ...interpolateQuery(saved, getKind(saved).fields, interpolate),
            ...chooseServerZone(interpolate, this.services.browserZone),
          };
    });
  }

  override getQueryDisplayText(query: TelemetryQuery): string {
    return queryText(normalizeQuery(query));
  }

  /** The properties that ad hoc filters can use. */
  override getTagKeys(): Promise<MetricFindValue[]> {
    return Promise.resolve(FILTER_PROPERTIES.map((property) => ({ text: property, value: property })));
  }

  /** The values of a property, for ad hoc filters. */
  override async getTagValues({ key }: DataSourceGetTagValuesOptions<TelemetryQuery>): Promise<MetricFindValue[]> {
    const list = AD_HOC_LISTS[key];
    return list === undefined
      ? []
      : inventoryValues(await this.listDevices(), list, validPatterns(await compileFilter(EVERY_SERIES, [])));
  }

  /** Which of the filters and group-by keys of a dashboard have an effect: Grafana marks the others with the reason. */
  override getDrilldownsApplicability(
    options?: DataSourceGetDrilldownsApplicabilityOptions<TelemetryQuery>
  ): Promise<DrilldownsApplicability[]> {
    return Promise.resolve(filterApplicability(options));
  }

  /**
   * The devices that the API key can read, with their tags: for the editors.
   * @throws Error with a message for users
   */
  async listDevices(): Promise<readonly Device[]> {
    try {
      return await this.services.inventory.devices();
    } catch (error) {
      throw new Error(describeError(error), { cause: error });
    }
  }

  /**
   * The rules of recent alerts: for the editors.
   * @throws Error with a message for users
   */
  async listRules(): Promise<readonly string[]> {
    try {
      return await recentRules(this.services);
    } catch (error) {
      throw new Error(describeError(error), { cause: error });
    }
  }

  /**
   * The levels at which recent alerts began: for the editors.
   * @throws Error with a message for users
   */
  async listProposedLimits(): Promise<readonly ProposedLimit[]> {
    try {
      return await recentLimits(this.services);
    } catch (error) {
      throw new Error(describeError(error), { cause: error });
    }
  }

  /** The names of states and the limits of tags in the settings: for the editors. */
  tagProfiles(): Promise<TagProfiles> {
    return this.services.tagProfiles();
  }

  /** The dashboard's time zone: for the editors. */
  dashboardZone(): string | undefined {
    return chooseServerZone(createInterpolate(getTemplateSrv(), {}), this.services.browserZone).timeZone;
  }

  /** The server's words for the types of tags: for the editors. */
  tagTypes(): TagTypeWords {
    return resolveSettings(this.settings).tagTypes;
  }

  /** The dashboard's variables as a query refers to them, `$name`. */
  variableNames(): string[] {
    return getTemplateSrv()
      .getVariables()
      .map(({ name }) => `$${name}`);
  }
}

/** The list that has the values of each property of an ad hoc filter. */
const AD_HOC_LISTS: Readonly<Record<string, InventoryListKind | undefined>> = {
  site: 'sites',
  area: 'areas',
  device: 'devices',
  type: 'deviceTypes',
  tag: 'tags',
};

/** The query variables: their editor, and where their values come from. */
class TelemetryVariableSupport extends CustomVariableSupport<TelemetryDataSource, VariableQuery> {
  override editor = VariableQueryEditor;

  constructor(override query: (request: DataQueryRequest<VariableQuery>) => Observable<DataQueryResponse>) {
    super();
  }
}
