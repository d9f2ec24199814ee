import {
  type DataFrame,
  type DataQueryRequest,
  type DataQueryResponse,
  FieldType,
  LoadingState,
  type TypedVariableModel,
} from '@grafana/data';
import { Observable, throwError } from 'rxjs';
import { type Alert, overlaps } from '../../core/alerts/alert';
import { isAbort } from '../../core/api/telemetryError';
import {
  distinctTexts,
  type InventoryListKind,
  type InventoryValue,
  inventoryValues,
} from '../../core/inventory/inventoryValues';
import { EVERY_SERIES } from '../../core/inventory/seriesFilter';
import type { Device } from '../../core/inventory/device';
import { quote, valueForName } from '../../core/inventory/textPattern';
import { findTagRole, type TagRole } from '../../core/serverWords';
import { MINUTE_MS } from '../../core/time/window';
import { severityText } from '../../locales/valueTexts';
import { listsPeriods, normalizeVariableQuery, takesOrder, type VariableQuery } from '../../query/variableQuery';
import type { DataSourceServices } from '../dataSourceServices';
import { describeError, unknownVariableMessage } from '../errorMessage';
import {
  type Interpolate,
  type InterpolatedVariableQuery,
  chooseServerZone,
  interpolateVariableQuery,
  unknownVariablesOf,
} from '../query/interpolation';
import { validFilter, withTimeout } from '../query/filter/filteredInventory';
import { UserError } from '../userError';
import { chosenValues, withChosen } from './chosenValues';
import { type VariableValue, valuesInTime } from './knownValues';
import { type ListPeriods, periodValues } from './listedPeriods';
import { orderByAlerts } from './orderByAlerts';

type VariableRequest = Pick<DataQueryRequest<VariableQuery>, 'targets' | 'range'>;

/** Of lists of the inventory, which panels share. Shorter than any refresh interval, and longer than an API that works takes. */
const KNOWN_AFTER_MS = 2_000;

/**
 * Responds to a variable's query with the values of its drop-down.
 * @param variables of the dashboard
 */
export function variableResponse(
  request: VariableRequest,
  services: DataSourceServices,
  interpolate: Interpolate,
  listPeriods: ListPeriods,
  variables: readonly TypedVariableModel[] = []
): Observable<DataQueryResponse> {
  const saved = normalizeVariableQuery(request.targets[0]);
  const [unknown] = unknownVariablesOf(saved, interpolate);
  if (unknown !== undefined) {
    return throwError(() => new UserError(unknownVariableMessage(unknown.reference)));
  }
  const query = interpolateVariableQuery(saved, interpolate);
  return new Observable((subscriber) => {
    const controller = new AbortController();
    const load: Promise<readonly VariableValue[]> = listsPeriods(query.kind)
      ? listPeriods(query, controller.signal).then((periods) =>
          periodValues(periods, query, zoneOf(interpolate, services))
        )
      : loadValues(query, query.kind, request, services, controller.signal).then((values) => values.map(variableValue));
    const list = inventoryListOf(query.kind);
    const { knownValues, inventory } = services;
    const key =
      list === undefined ? { ...query, range: request.range.raw, zone: zoneOf(interpolate, services) } : query;
    load.then(
      (values) => knownValues.set(key, values),
      () => undefined
    );
    const known = { known: knownValues.get(key), knownAfterMs: list === undefined ? Infinity : KNOWN_AFTER_MS };
    valuesInTime(load, known, services, controller.signal).then(
      (values) => {
        const all =
          list === undefined
            ? values
            : withChosen(values, chosenValues(saved, variables), list, inventory.loaded() ?? []);
        subscriber.next({ data: [valuesFrame(all)], state: LoadingState.Done });
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

type ListKind = Exclude<VariableQuery['kind'], 'periods' | 'runs'>;

/** Undefined for what depends on the time range. */
function inventoryListOf(kind: VariableQuery['kind']): InventoryListKind | undefined {
  return listsPeriods(kind) || kind === 'severities' || kind === 'rules'
    ? undefined
    : (ROLE_LISTS[kind]?.list ?? (kind as InventoryListKind));
}

async function loadValues(
  query: InterpolatedVariableQuery,
  kind: ListKind,
  request: VariableRequest,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<InventoryValue[]> {
  switch (kind) {
    case 'severities':
      return severityValues(await alertTexts(request, services, signal, ({ severity }) => severity));
    case 'rules':
      return distinctTexts(await alertTexts(request, services, signal, ({ rule }) => rule));
    default:
      return inventoryTexts(query, kind, services, signal);
  }
}

/** The values of a list of the inventory, in the order of the query. */
async function inventoryTexts(
  query: InterpolatedVariableQuery,
  kind: Exclude<ListKind, 'severities' | 'rules'>,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<InventoryValue[]> {
  const isOrdered = query.order === 'alerts' && takesOrder(kind);
  const [all, openAlerts] = await Promise.all([
    services.inventory.devices(),
    isOrdered ? readableOpenAlerts(services, signal) : [],
  ]);
  const filter = await validFilter({ ...EVERY_SERIES, ...query, tags: [] }, all);
  const list = inventoryListOf(kind)!;
  const role = ROLE_LISTS[kind]?.role;
  const devices = role === undefined ? all : withTagsOf(role, all, services);
  const values = inventoryValues(devices, list, filter);
  const included = devices.filter((device) => filter.includesDevice(device));
  return isOrdered ? orderByAlerts(values, kind === 'tags' ? 'tags' : 'devices', included, openAlerts) : values;
}

/**
 * A value that Grafana takes for a choice of all values when it is in an address is quoted. Its text is then the name itself, by which
 * Grafana finds the option for an address that has the name.
 */
function variableValue({ value, text }: InventoryValue): InventoryValue {
  return MEANING_ALL.has(value) ? { value: quote(value), text: value } : { value: valueForName(value), text };
}

/** Grafana's own values, and the one that the bundled dashboards have for it. */
const MEANING_ALL: ReadonlySet<string> = new Set(['All', '$__all', '*']);

/** Lists of the tags of one role, or of the devices that have such tags. */
const ROLE_LISTS: Readonly<
  Partial<Record<VariableQuery['kind'], { readonly list: InventoryListKind; readonly role: TagRole }>>
> = {
  measures: { list: 'tags', role: 'measure' },
  counters: { list: 'tags', role: 'counter' },
  states: { list: 'tags', role: 'state' },
  devicesWithStates: { list: 'devices', role: 'state' },
};

/** The devices that have tags of a role, with these tags only. */
function withTagsOf(role: TagRole, devices: readonly Device[], { settings }: DataSourceServices): Device[] {
  return devices
    .map((device) => ({
      ...device,
      tags: device.tags.filter(({ type }) => findTagRole(type, settings.tagTypes) === role),
    }))
    .filter(({ tags }) => tags.length > 0);
}

/** A dashboard waits for its variables: without the alerts in this time, the values are ordered without them. */
const ALERTS_TIMEOUT_MS = 3_000;

/** The open alerts, from the list that panels share; none where they cannot be read, because values in another order still work. */
async function readableOpenAlerts(
  { alerts, clock }: DataSourceServices,
  signal: AbortSignal
): Promise<readonly Alert[]> {
  // Rounded, so that the variables of a dashboard share the list.
  const epochMs = Math.floor(clock.nowEpochMs() / MINUTE_MS) * MINUTE_MS;
  const window = { fromEpochMs: epochMs, toEpochMs: epochMs };
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

function valuesFrame(values: readonly VariableValue[]): DataFrame {
  const texts = (name: string, textOf: (value: VariableValue) => string) => ({
    name,
    type: FieldType.string,
    config: {},
    values: values.map(textOf),
  });
  const fields = [texts('text', ({ text }) => text), texts('value', ({ value }) => value)];
  // Grafana makes them properties of the variable: `${run.from}`.
  const ranges = [texts('from', ({ range }) => range?.from ?? ''), texts('to', ({ range }) => range?.to ?? '')];
  return {
    length: values.length,
    fields: values.some(({ range }) => range !== undefined) ? [...fields, ...ranges] : fields,
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

/** In words; the values are those of the server. */
function severityValues(severities: readonly string[]): InventoryValue[] {
  return distinctTexts(severities).map(({ value }) => ({ value, text: severityText(value) }));
}

function zoneOf(interpolate: Interpolate, { browserZone }: DataSourceServices): string {
  return chooseServerZone(interpolate, browserZone).timeZone ?? browserZone;
}
