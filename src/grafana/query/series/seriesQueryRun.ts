import type { DataQueryError, QueryResultMetaNotice } from '@grafana/data';
import { isAbort } from '../../../core/api/telemetryError';
import type { FetchContext, SeriesHistory } from '../../../core/history/fetch/historySource';
import type { SeriesId } from '../../../core/inventory/seriesId';
import { type Device, devicesByCode } from '../../../core/inventory/device';
import type { FilteredQuery, SeriesOptions } from '../../../query/savedQuery';
import { createQueryError } from '../../errorMessage';
import { omittedSeriesNotice } from '../../frames/notices';
import { UserError } from '../../userError';
import { type InventoryUse, knownDevices, type UnknownBecause } from '../filter/knownDevices';
import { unknownNames } from '../filter/unknownNames';
import { callContext, type QueryContext } from '../panelContext';
import { reportNothingSelected, reportUnknownNames, selectSeries } from './selectSeries';

/** One series of a query: how it is loaded, and what is loaded of it so far. */
export interface SeriesLoad {
  readonly series: SeriesId;
  /** Why there is nothing of it, as an error of the query; undefined if there is, or that is no error. */
  readonly failure: { readonly error: unknown } | undefined;
  /** True if the series is known to exist. */
  readonly exists: boolean;
  /** True if an error or a notice of its own says what is wrong with it. */
  readonly isReported: boolean;
  /**
   * @param onChange called whenever there is more to render
   * @throws what fails
   */
  load(onChange: () => void): Promise<void>;
  /** Takes note of what `load` threw. */
  fail(error: unknown): void;
}

type SeriesQuery = FilteredQuery & Pick<SeriesOptions, 'maxSeries'> & { readonly noCache?: boolean };

/**
 * Executes a query about series: selects them, finds out what they are, loads each, and says what is wrong. A kind decides how a series is
 * loaded and shown. A series that fails does not affect the others. What is loaded so far can be rendered at any time.
 */
export abstract class SeriesQueryRun<Query extends SeriesQuery, Load extends SeriesLoad> {
  protected loads: readonly Load[] = [];
  /** By code, as far as they are known. */
  protected devices: ReadonlyMap<string, Device> = new Map();
  /** How many more series there are than the query allows. */
  protected omittedSeries = 0;
  /** What is wrong with the names that the query selects by. */
  protected nameNotices: readonly QueryResultMetaNotice[] = [];
  protected isOver = false;
  /** Why the query as a whole cannot be executed. */
  private failure: { readonly error: unknown } | undefined;

  /** @param query normalized, its variables replaced */
  constructor(
    protected readonly query: Query,
    protected readonly panel: QueryContext
  ) {}

  /**
   * Prepares the loads of the series, which start at once.
   * @throws what makes all of them impossible
   */
  protected abstract prepare(series: readonly SeriesId[], signal: AbortSignal): Promise<readonly Load[]>;

  /** Before anything is requested. @throws UserError */
  protected abstract readQuery(): void;

  /** The devices, for their names and whatever else the kind needs. */
  protected abstract findDevices(): Promise<readonly Device[]>;

  /** Starts what goes on beside the loading. @returns what is left to do when the series are loaded */
  protected whileLoading?(signal: AbortSignal): (() => Promise<void>) | undefined;

  get errors(): DataQueryError[] {
    const { refId } = this.query;
    const omitted = omittedSeriesNotice(this.loads.length, this.omittedSeries);
    const isIncomplete = this.panel.mayBeCalculated && omitted !== undefined && this.loads.length > 0;
    return [
      ...(this.failure === undefined ? [] : [createQueryError(refId, this.failure.error)]),
      ...this.loads.flatMap((load) =>
        this.isError(load) ? [createQueryError(refId, load.failure!.error, nameInErrors(load))] : []
      ),
      ...(isIncomplete ? [createQueryError(refId, new UserError(omitted.text))] : []),
    ];
  }

  /** Whether the failure of a series is an error of the query. */
  protected isError({ failure }: Load): boolean {
    return failure !== undefined;
  }

  /**
   * @param onChange called whenever there is more to render
   * @throws only when aborted
   */
  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    try {
      this.readQuery();
      await this.loadAll(signal, onChange);
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.failure ??= { error };
    } finally {
      this.isOver = true;
    }
  }

  private async loadAll(signal: AbortSignal, onChange: () => void): Promise<void> {
    const { query, panel } = this;
    const { series, omitted } = await selectSeries(query, panel);
    if (series.length === 0) {
      this.report(reportNothingSelected(query, panel, await this.findDevices()));
      return;
    }
    this.omittedSeries = omitted;
    this.loads = await this.prepare(series, signal);
    const loading = Promise.all(this.loads.map((load) => runLoad(load, onChange)));
    const finish = this.whileLoading?.(signal);
    await loading;
    await finish?.();
    if (omitted === 0) {
      this.report(reportUnknownNames(this.unknownNames()));
    }
  }

  /** Names that are not in the inventory and have no reading at all, unless an error or a notice of their own names them. */
  private unknownNames() {
    const existing = this.loads.filter(({ exists }) => exists).map(({ series }) => series);
    const unknown = unknownNames(this.query, this.panel, [...this.devices.values()], existing);
    const reported = this.loads.filter(({ isReported }) => isReported);
    const isOpen = (name: string) => !reported.some(({ series: { device, tag } }) => device === name || tag === name);
    return { typed: unknown.typed.filter(isOpen), chosen: unknown.chosen.filter(isOpen) };
  }

  private report({ notices, error }: ReturnType<typeof reportUnknownNames>): void {
    this.nameNotices = notices;
    this.failure ??= error && { error };
  }

  /** The devices as far as they are known. @param ifUnknown decides what that means, and may throw */
  protected async loadDevices(
    use: InventoryUse,
    ifUnknown: (because: UnknownBecause) => void
  ): Promise<readonly Device[]> {
    const { devices, unknownBecause } = await knownDevices(this.panel, use);
    if (unknownBecause !== undefined) {
      ifUnknown(unknownBecause);
    }
    this.devices = devicesByCode(devices);
    return devices;
  }

  /** The context of the requests of the query. */
  protected fetchContext(signal: AbortSignal): FetchContext {
    const { noCache = false } = this.query;
    return { ...callContext(this.panel, this.query.refId, signal), noCache };
  }

  protected historyOf(series: SeriesId, context: FetchContext): SeriesHistory {
    return this.panel.services.history.forSeries(series, context);
  }
}

async function runLoad(load: SeriesLoad, onChange: () => void): Promise<void> {
  try {
    await load.load(onChange);
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    load.fail(error);
  }
  onChange();
}

/** The name of a series in errors. */
export function nameInErrors({ series: { device, tag } }: Pick<SeriesLoad, 'series'>): string {
  return `${device} · ${tag}`;
}
