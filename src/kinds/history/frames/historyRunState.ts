import type { QueryResultMetaNotice } from '@grafana/data';
import type { LoadedSeries, ValueBefore } from '../../../core/history/series/loadedSeries';
import type { Progress } from '../../../core/history/fetch/fetchResult';
import type { Statistic } from '../../../core/history/points/seriesPoints';
import type { HistoryPlan } from '../../../core/history/plan/planHistory';
import type { SeriesId } from '../../../core/inventory/seriesId';
import type { Device } from '../../../core/inventory/device';
import type { TagProfiles } from '../../../core/inventory/tagProfile';
import type { TagTypeWords } from '../../../core/serverWords';
import type { LatestValue } from '../../../core/latest/latestValue';
import type { Shift } from '../../../core/time/shift';
import type { EpochMs, TimeWindow } from '../../../core/time/window';
import type { HistoryQuery } from '../historyQuery';

/** A history query while it is executed, as far as it can be rendered. */
export interface HistoryRunState {
  readonly query: HistoryQuery;
  /** What the panel shows; the data of a shifted query is from earlier. */
  readonly window: TimeWindow;
  /** Undefined when the data is from the window itself. */
  readonly shift: Shift | undefined;
  /** True for a panel of lines over time, in which a line says by its color and dashes what it belongs to. */
  readonly isGraph: boolean;
  /** True for a panel with an axis of time, which nothing is calculated from. */
  readonly hasTimeAxis: boolean;
  /** True for a panel that shows one value of each series. */
  readonly isTile: boolean;
  /** What the visualization shows of a series without values. */
  readonly emptyStyle: EmptyStyle;
  /** Undefined if the query does not show them, and until it is known which series there are. */
  readonly latestReadings: LatestReadings | undefined;
  readonly nowEpochMs: EpochMs;
  /** How many points the panel can show side by side. */
  readonly width: number;
  /** Empty until it is known which series there are. */
  readonly loads: readonly SeriesLoadState[];
  /** How many more series there are than the query allows. */
  readonly omittedSeries: number;
  /** About the query as a whole: what is wrong with the devices and tags that it selects, or not known of them. */
  readonly notices: readonly QueryResultMetaNotice[];
  /** The inventory as far as it is loaded, by code. What it decides about the rows is in the plans; here it provides names. */
  readonly devices: ReadonlyMap<string, Device>;
  /** For links to Explore. */
  readonly dataSourceUid: string;
  /** The server's words for the types of tags. */
  readonly tagTypes: TagTypeWords;
  /** As far as they are loaded. */
  readonly profiles: TagProfiles;
}

/** One series of the query. */
export interface SeriesLoadState {
  readonly series: SeriesId;
  readonly plan: HistoryPlan;
  /** What is shown of it; those that the query chooses automatically depend on the tag. */
  readonly statistics: readonly Statistic[];
  readonly outcome: LoadOutcome;
  readonly cost: LoadCost;
  /** For a series without rows: its latest reading, wherever it is, or `none`; undefined when it is not known. */
  readonly latest: LatestValue | 'none' | undefined;
  /** For a series without rows, in a panel without a time axis: the value before a range that is over, if it held. */
  readonly before: ValueBefore | undefined;
}

/** The latest readings of a query that ends its lines with them. */
export interface LatestReadings {
  /** Without those that are not known. */
  readonly values: ReadonlyMap<SeriesLoadState, LatestValue>;
  /** True while the server's list is to come; the values are until then those that were received last. */
  readonly isLoading: boolean;
  /** Why the server's list could not be received; the values are then those that were received last. */
  readonly failure: { readonly error: unknown } | undefined;
  /** As of when they are; undefined: now. */
  readonly asOfEpochMs: EpochMs | undefined;
  /** A series whose latest reading is older says how old it is. */
  readonly staleAfterMs: number;
  /** True where values have a place in time, or are calculated with: a reading that is not of the range is none of its values. */
  readonly isOfRange: boolean;
}

/**
 * How a series without values says when its last reading was, which depends on the visualization.
 * - `nothing`: charts, which say it in a notice, and calculations
 * - `text`: in place of the value
 * - `row`: in place of the value of a row, because a table without rows shows nothing
 * - `state`: as a state that lasts for the time range, because timelines show neither nulls nor frames without rows
 * - `cell`: the same in a status history, which shows no state of one point
 */
export type EmptyStyle = 'nothing' | 'text' | 'row' | 'state' | 'cell';

export type LoadOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading'; readonly progress: Progress<LoadedSeries> }
  | { readonly kind: 'loaded'; readonly loaded: LoadedSeries }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** A variable or an ad hoc filter chose a pair of device and tag that does not exist. */
  | { readonly kind: 'absent'; readonly error: unknown };

/** What it cost to load a series. */
export interface LoadCost {
  /** Requests sent, retries included. */
  readonly requests: number;
  readonly retries: number;
  /** Pages that another panel had requested at the same time. */
  readonly deduplicated: number;
  readonly durationMs: number;
}

/** How much of a series is loaded, 0 to 1. */
export function loadedShare({ outcome }: SeriesLoadState): number {
  switch (outcome.kind) {
    case 'waiting':
      return 0;
    case 'loading':
      return outcome.progress.receivedParts / outcome.progress.parts;
    case 'loaded':
    case 'failed':
    case 'absent':
      return 1;
  }
}
