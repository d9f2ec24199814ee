import {
  CustomVariableSupport,
  type DataQueryRequest,
  type DataQueryResponse,
  DataSourceApi,
  type DataSourceInstanceSettings,
  type ScopedVars,
  type TestDataSourceResponse,
} from '@grafana/data';
import { config, getBackendSrv, getTemplateSrv } from '@grafana/runtime';
import type { Observable } from 'rxjs';
import type { Device } from './core/inventory/device';
import { systemClock } from './core/time/clock';
import { AnnotationEditor } from './editors/query/AnnotationEditor';
import { VariableQueryEditor } from './editors/variable/VariableQueryEditor';
import { annotationSupport } from './grafana/annotationSupport';
import { createBackendTransport } from './grafana/backendTransport';
import { checkHealth } from './grafana/checkHealth';
import { errorText } from './grafana/errorText';
import { createHistoryTools, type HistoryTools } from './grafana/historyTools';
import { createInterpolate, interpolateQuery } from './grafana/interpolation';
import { runQuery } from './grafana/runQuery';
import { variableResponse } from './grafana/variableResponse';
import { limitsOf, type TelemetrySettings } from './query/dataSourceSettings';
import { DEFAULT_HISTORY_QUERY, isComplete, normalizeQuery } from './query/normalizeQuery';
import type { TelemetryQuery, VariableQuery } from './query/telemetryQuery';

/** Grafana's hooks; each one only names where the work is done. */
export class TelemetryDataSource extends DataSourceApi<TelemetryQuery, TelemetrySettings> {
  override annotations = annotationSupport(AnnotationEditor);
  private readonly settings: TelemetrySettings;
  private readonly tools: HistoryTools;

  constructor(instance: DataSourceInstanceSettings<TelemetrySettings>) {
    super(instance);
    this.settings = instance.jsonData;
    this.tools = createHistoryTools({
      transport: createBackendTransport(getBackendSrv(), instance.url ?? ''),
      clock: systemClock,
      random: Math.random,
      limits: limitsOf(instance.jsonData),
      palette: config.theme2.visualization.palette,
      browserZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    this.variables = new TelemetryVariableSupport((request) =>
      variableResponse(request, this.tools.inventory, createInterpolate(getTemplateSrv(), request.scopedVars))
    );
  }

  override query(request: DataQueryRequest<TelemetryQuery>): Observable<DataQueryResponse> {
    return runQuery(request, this.tools, createInterpolate(getTemplateSrv(), request.scopedVars));
  }

  override testDatasource(): Promise<TestDataSourceResponse> {
    return checkHealth(this.tools.client, this.settings);
  }

  override getDefaultQuery(): Partial<TelemetryQuery> {
    return { ...DEFAULT_HISTORY_QUERY };
  }

  override filterQuery(query: TelemetryQuery): boolean {
    return !query.hide && isComplete(normalizeQuery(query));
  }

  override interpolateVariablesInQueries(queries: TelemetryQuery[], scopedVars: ScopedVars): TelemetryQuery[] {
    const interpolate = createInterpolate(getTemplateSrv(), scopedVars);
    return queries.map((query) => interpolateQuery(normalizeQuery(query), interpolate));
  }

  override getQueryDisplayText(query: TelemetryQuery): string {
    const { kind, devices, tags } = normalizeQuery(query);
    return [kind, devices.join(', '), tags.join(', ')].filter(Boolean).join(' · ');
  }

  /**
   * The devices that the key sees, with their tags: for the editors.
   * @throws Error with words for people
   */
  async listDevices(): Promise<readonly Device[]> {
    try {
      return await this.tools.inventory.devices();
    } catch (error) {
      throw new Error(errorText(error), { cause: error });
    }
  }

  /** The zone whose days the server's `1d` buckets are: for the editors. */
  dayBucketZone(): string {
    return limitsOf(this.settings).dayBucketZone;
  }

  /** The dashboard's variables as they are written in a query, `$name`. */
  variableNames(): string[] {
    return getTemplateSrv()
      .getVariables()
      .map(({ name }) => `$${name}`);
  }
}

/** The query variables: their editor, and where their values come from. */
class TelemetryVariableSupport extends CustomVariableSupport<TelemetryDataSource, VariableQuery> {
  override editor = VariableQueryEditor;

  constructor(override query: (request: DataQueryRequest<VariableQuery>) => Observable<DataQueryResponse>) {
    super();
  }
}
