import { type DataFrame, type DataQueryRequest, type DataQueryResponse, FieldType, LoadingState } from '@grafana/data';
import { Observable, throwError } from 'rxjs';
import { type Alert, overlaps } from '../../core/alerts/alert';
import { isAbort } from '../../core/api/telemetryError';
import { distinctTexts, type InventoryValue, inventoryValues } from '../../core/inventory/inventoryValues';
import { compileFilter, EVERY_SERIES } from '../../core/inventory/seriesFilter';
import type { Device } from '../../core/inventory/device';
import { findTagRole } from '../../core/serverWords';
import { DAY_MS } from '../../core/time/window';
import { severityText } from '../../locales/valueTexts';
import { normalizeVariableQuery, takesOrder, type VariableQuery } from '../../query/variableQuery';
import type { DataSourceServices } from '../dataSourceServices';
import { describeError, unknownVariableMessage } from '../errorMessage';
import {
  type Interpolate,
  type InterpolatedVariableQuery,
  interpolateVariableQuery,
  unknownVariablesIn,
} from '../query/interpolation';
import { validPatterns, withTimeout } from '../query/filter/filteredInventory';
import { orderByAlerts } from './orderByAlerts';

type VariableRequest = Pick<DataQueryRequest<VariableQuery>, 'targets' | 'range'>;

/** Responds to a variable's query with the values of its drop-down. */
export function variableResponse(
  request: VariableRequest,
  services: DataSourceServices,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  const saved = normalizeVariableQuery(request.targets[0]);
  const [unknown] = unknownVariablesIn([saved.site, saved.area, saved.deviceType, saved.device], interpolate);
  if (unknown !== undefined) {
    return throwError(() => new Error(unknownVariableMessage(unknown.reference)));
  }
  const query = interpolateVariableQuery(saved, interpolate);
  return new Observable((subscriber) => {
    const controller = new AbortController();
    loadValues(query, request, services, controller.signal).then(
      (values) => {
        subscriber.next({ data: [valuesFrame(values)], state: LoadingState.Done });
        subscriber.complete();
      },
      (error: unknown) => {
        if (!isAbort(error)) {
          subscriber.error(new Error(describeError(error)));
        }
      }
    );
    return () => controller.abort();
  });
}

async function loadValues(
  query: InterpolatedVariableQuery,
  request: VariableRequest,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<InventoryValue[]> {
  switch (query.kind) {
    case 'severities':
      return severityValues(await alertTexts(request, services, signal, ({ severity }) => severity));
    case 'rules':
      return distinctTexts(await alertTexts(request, services, signal, ({ rule }) => rule));
    default:
      return inventoryTexts(query, query.kind, services, signal);
  }
}

/** The values of a list of the inventory, in the order of the query. */
async function inventoryTexts(
  query: InterpolatedVariableQuery,
  kind: Exclude<VariableQuery['kind'], 'severities' | 'rules'>,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<InventoryValue[]> {
  const isOrdered = query.order === 'alerts' && takesOrder(kind);
  const [all, openAlerts, compiled] = await Promise.all([
    services.inventory.devices(),
    isOrdered ? readableOpenAlerts(services, signal) : [],
    compileFilter({ ...EVERY_SERIES, ...query }),
  ]);
  const filter = validPatterns(compiled);
  const devices = kind === 'counters' ? all.map((device) => onlyCounters(device, services)) : all;
  const values = inventoryValues(devices, kind === 'counters' ? 'tags' : kind, filter);
  const included = devices.filter((device) => filter.includesDevice(device));
  return isOrdered ? orderByAlerts(values, kind === 'tags' ? 'tags' : 'devices', included, openAlerts) : values;
}

function onlyCounters(device: Device, { limits }: DataSourceServices): Device {
  return { ...device, tags: device.tags.filter(({ type }) => findTagRole(type, limits.tagTypes) === 'counter') };
}

/** A dashboard waits for its variables: without the alerts in this time, the values are ordered without them. */
const ALERTS_TIMEOUT_MS = 3_000;

/** The open alerts, from the list that panels share; none where they cannot be read, because values in another order still work. */
async function readableOpenAlerts(
  { alerts, clock }: DataSourceServices,
  signal: AbortSignal
): Promise<readonly Alert[]> {
  const nowEpochMs = clock.nowEpochMs();
  const window = { fromEpochMs: nowEpochMs, toEpochMs: nowEpochMs };
  const received = alerts.around({ window, state: 'open' }, { group: 'variables', signal }).then(
    (answer) => answer.alerts,
    (error: unknown) => {
      if (isAbort(error)) {
        throw error;
      }
      return [];
    }
  );
  return withTimeout(received, ALERTS_TIMEOUT_MS, []);
}

function valuesFrame(values: readonly InventoryValue[]): DataFrame {
  return {
    length: values.length,
    fields: [
      { name: 'text', type: FieldType.string, config: {}, values: values.map(({ text }) => text) },
      { name: 'value', type: FieldType.string, config: {}, values: values.map(({ value }) => value) },
    ],
  };
}

/** The texts of the alerts of the time range; the texts of any alert could be chosen, so no other filter applies. */
async function alertTexts(
  { range }: VariableRequest,
  { alerts: source }: DataSourceServices,
  signal: AbortSignal,
  readText: (alert: Alert) => string
): Promise<string[]> {
  const window = { fromEpochMs: range.from.valueOf(), toEpochMs: range.to.valueOf() };
  const { alerts } = await source.around({ window, state: 'all' }, { group: 'variables', signal });
  return alerts.filter((alert) => overlaps(alert, window)).map(readText);
}

/** The rules of the alerts of the last week and of the look-back before it. */
export async function recentRules({ alerts: source, clock }: DataSourceServices): Promise<readonly string[]> {
  const toEpochMs = clock.nowEpochMs();
  const window = { fromEpochMs: toEpochMs - 7 * DAY_MS, toEpochMs };
  const context = { group: 'rules', signal: new AbortController().signal };
  const { alerts } = await source.around({ window, state: 'all' }, context);
  return distinctTexts(alerts.map(({ rule }) => rule)).map(({ value }) => value);
}

/** In words; the values are those of the server. */
function severityValues(severities: readonly string[]): InventoryValue[] {
  return distinctTexts(severities).map(({ value }) => ({ value, text: severityText(value) }));
}
