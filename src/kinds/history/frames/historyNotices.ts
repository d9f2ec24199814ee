import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { FetchResult } from '../../../core/history/fetch/fetchResult';
import { NO_ROWS, rowCount } from '../../../core/history/rows';
import type { HistoryPlan } from '../../../core/history/plan/planHistory';
import type { SeriesPoints } from '../../../core/history/points/seriesPoints';
import type { Line, LoadedSeries, Usual } from '../../../core/history/series/loadedSeries';
import type { ReadingPair } from '../../../core/history/series/increase/course';
import { isLimit, type Undecided, type UndecidedCause } from '../../../core/history/undecided';
import { groupBy } from '../../../core/alerts/groupBy';
import { describeError } from '../../../grafana/errorMessage';
import { MIN_USUAL_WEEKS } from '../../../core/history/series/usual';
import { fewWholeNumbers } from '../../../core/history/series/wholeNumbers';
import { durationText } from '../../../core/time/durationText';
import type { TagRole } from '../../../core/serverWords';
import { type EpochMs, firstAfter, mergeWindows, type TimeWindow } from '../../../core/time/window';
import {
  type FrameNotices,
  info,
  missingNotice,
  presentNotices,
  shortListText,
  spanText,
  warning,
} from '../../../grafana/frames/notices';
import { translate } from '../../../locales/translate';
import { quantityText } from '../../../locales/quantityText';
import { settingLabel, tagTypeTexts } from '../../../locales/settingTexts';
import { canIncrease } from '../../../query/dataSourceSettings';
import type { HistoryQuery } from '../historyQuery';
import { statisticLabels } from '../statisticLabels';
import { type HistoryRunState, loadedShare, type SeriesLoadState } from './historyRunState';
import { describeSubstitution } from './substitution';

/** A notice names at most this many spans and counts the rest. */
const MAX_NAMED_SPANS = 3;

/**
 * What users must know about a series: what is missing, substituted or left out.
 * @param plan that the series was loaded by
 * @param name the name of the series in the legend
 * @param timeZone the dashboard's, in which spans are written
 */
export function seriesNotices(
  loaded: LoadedSeries,
  plan: Pick<HistoryPlan, 'timeWeighted' | 'usual'>,
  { shownRows, leftOutEpochMs }: Pick<SeriesPoints, 'shownRows' | 'leftOutEpochMs'>,
  name: string,
  timeZone: string
): QueryResultMetaNotice[] {
  const { fetched, substitution, level } = loaded;
  const notices = presentNotices([
    ...fetched.missing.map((span) => missingNotice(span, timeZone)),
    ...valueNotices(loaded, timeZone),
    unknownIncreaseNotice(loaded, timeZone),
    partialSpanNotice(loaded, timeZone),
    ...increaseNotices(loaded, timeZone),
    ...(loaded.timeWeighted ? undecidedNotices(loaded.timeWeighted, averagesText(plan.timeWeighted), timeZone) : []),
    ...usualNotices(loaded, plan, timeZone),
    holdEndNotice(loaded, timeZone),
    substitution && describeSubstitution(substitution, level, timeZone).notice,
    downsampledNotice(loaded, shownRows),
    leftOutNotice(leftOutEpochMs.length),
    droppedNotice(fetched),
  ]);
  return notices.map(({ severity, text }) => ({ severity, text: `${name}: ${text}` }));
}

function unknownIncreaseNotice(loaded: LoadedSeries, timeZone: string): QueryResultMetaNotice | undefined {
  const unknown = unknownIncreases(loaded);
  if (unknown.length === 0 || loaded.increase?.partial !== undefined) {
    return undefined;
  }
  return warning(
    translate('notices.unknownIncreases', 'no increase for {{spans}}, because readings are missing or invalid.', {
      spans: spansText(unknown, timeZone),
    })
  );
}

/** The increase of a range that is compared with another one, of which the readings tell only a part. */
function partialSpanNotice({ increase, edges }: LoadedSeries, timeZone: string): QueryResultMetaNotice | undefined {
  const { sinceEpochMs, untilEpochMs } = increase?.partial ?? {};
  if (edges === undefined || (sinceEpochMs === undefined && untilEpochMs === undefined)) {
    return undefined;
  }
  const span = spanText(stepAt(edges, edges[0]!), timeZone);
  const at = (epochMs: EpochMs) => dateTimeFormat(epochMs, { timeZone });
  return warning(
    sinceEpochMs === undefined
      ? translate(
          'notices.endsEarlier',
          'no increase of {{span}} to compare with, because its readings end at {{time}}. Choose a time range for which both spans have readings up to the end.',
          { span, time: at(untilEpochMs!) }
        )
      : translate(
          'notices.beginsLater',
          'no increase of {{span}} to compare with, because its readings begin at {{time}}. Choose a shorter or later time range, so that the earlier span begins after that.',
          { span, time: at(sinceEpochMs) }
        )
  );
}

/** What is said of the parts of a line that are undecided for a cause; undefined: nothing. */
type UndecidedText = (cause: UndecidedCause, spans: string) => QueryResultMetaNotice | undefined;

function undecidedNotices({ undecided }: Line, textOf: UndecidedText, timeZone: string): FrameNotices {
  const causes = [...new Set(undecided.map(({ cause }) => cause))];
  return causes.map((cause) => {
    const windows = undecided.filter((part) => part.cause === cause);
    return textOf(cause, spansText(windows, timeZone));
  });
}

/** Where the values are not known, or not when they change. */
export function valueNotices(loaded: LoadedSeries, timeZone: string): QueryResultMetaNotice[] {
  const textOf = loaded.isOfValues
    ? changesText
    : (cause: UndecidedCause, spans: string) => pointsText(cause, spans, loaded);
  return presentNotices(undecidedNotices(loaded, textOf, timeZone));
}

function pointsText(cause: UndecidedCause, spans: string, { level }: LoadedSeries) {
  return cause === 'invalid'
    ? warning(
        translate(
          'notices.unusableBuckets',
          "no points for {{spans}}, because the server's {{level}} averages there are invalid.",
          { level, spans }
        )
      )
    : undefined;
}

const changesText: UndecidedText = (cause, spans) => {
  switch (cause) {
    case 'pending':
      return undefined;
    case 'maxRows':
    case 'maxRequests':
      return warning(
        translate(
          'notices.changesBeyondLimit',
          'only the lowest and the highest value are known for {{spans}}: the value changes so often there that “auto” does not request all readings. Zoom in to see each change.',
          { spans }
        )
      );
    case 'expired':
      return warning(
        translate(
          'notices.changesExpired',
          'only the lowest and the highest value are known for {{spans}}, because the server no longer retains the readings.',
          { spans }
        )
      );
    case 'missing':
    case 'invalid':
      return warning(
        translate(
          'notices.changesUnreadable',
          'it is not known when the value changes in {{spans}}, because readings are missing or invalid.',
          { spans }
        )
      );
  }
};

/**
 * Steps without a time-weighted average. Where the limits of the settings are why, it is an error: alert rules would calculate with a
 * part of the steps otherwise.
 */
function averagesText(limits: HistoryPlan['timeWeighted']): UndecidedText {
  return (cause, spans) => {
    switch (cause) {
      case 'pending':
        return undefined;
      case 'maxRows':
      case 'maxRequests': {
        const name = cause === 'maxRows' ? 'maxRowsPerSeries' : cause;
        const setting = settingLabel(name);
        return {
          severity: 'error',
          text: canIncrease(name, limits?.[cause] ?? 0)
            ? translate(
                'notices.averagesBeyondLimit',
                'no time-weighted average for {{spans}}, because it needs more readings than “{{setting}}” allows. Choose a shorter time range, or increase it in the data source settings.',
                { spans, setting }
              )
            : translate(
                'notices.averagesBeyondEveryLimit',
                'no time-weighted average for {{spans}}, because it needs more readings than “{{setting}}” allows. Choose a shorter time range.',
                { spans, setting }
              ),
        };
      }
      case 'expired':
        return warning(
          translate(
            'notices.averagesExpired',
            'no time-weighted average for {{spans}}, because the server no longer retains the readings.',
            { spans }
          )
        );
      case 'missing':
      case 'invalid':
        return warning(
          translate(
            'notices.averagesUnreadable',
            'no time-weighted average for {{spans}}, because readings are missing or invalid.',
            { spans }
          )
        );
    }
  };
}

/** Where nothing is usual, although there is a value. */
function usualNotices(
  { usual, substitution }: LoadedSeries,
  plan: Pick<HistoryPlan, 'usual'>,
  timeZone: string
): QueryResultMetaNotice[] {
  return presentNotices([
    ...(usual === undefined ? [] : [tooFewNotice(usual, plan, timeZone), ...countingNotices(usual, timeZone)]),
    plan.usual !== undefined && (substitution?.kind === 'unknownCounts' || substitution?.kind === 'unexpectedBuckets')
      ? warning(
          t('notices.usualOfOwnRows', 'it is not known what is usual, because the server’s own buckets are shown.')
        )
      : undefined,
  ]);
}

function tooFewNotice(
  { tooFew, counting }: Usual,
  plan: Pick<HistoryPlan, 'usual'>,
  timeZone: string
): QueryResultMetaNotice | undefined {
  if (tooFew.length === 0) {
    return undefined;
  }
  const values = { spans: spansText(tooFew, timeZone), min: MIN_USUAL_WEEKS, weeks: plan.usual?.weeks };
  return info(
    counting === undefined
      ? translate(
          'notices.usualTooFew',
          'nothing is usual for {{spans}}: fewer than {{min}} of the {{weeks}} weeks before have values then.',
          values
        )
      : translate(
          'notices.usualTooFewCounting',
          'nothing is usual for {{spans}}: fewer than {{min}} of the {{weeks}} weeks before have values that count then.',
          values
        )
  );
}

/** Where it is not known whether earlier weeks count. */
export function countingNotices({ counting }: Usual, timeZone: string): QueryResultMetaNotice[] {
  const byCause = groupBy(counting?.undecided ?? [], ({ cause }) => cause);
  return [...byCause.values()].map((parts) =>
    warning(
      translate(
        'notices.usualNotKnownToCount',
        'earlier values of {{spans}} do not count for what is usual, because it is not known whether the condition of {{device}} · {{tag}} held. {{reason}}',
        {
          ...counting!.series,
          spans: spansText(mergeWindows(parts), timeZone),
          reason: notKnownReason(parts[0]),
        }
      )
    )
  );
}

function notKnownReason({ cause, error }: Undecided): string {
  if (isLimit(cause)) {
    return t('notices.usualCountingLimit', 'Choose longer steps, a shorter time range or fewer weeks.');
  }
  return cause === 'missing' && error !== undefined
    ? describeError(error)
    : t('notices.usualCountingExpired', 'Readings are missing, invalid or no longer retained.');
}

/** For a tag of which nothing is usual that averages tell. */
export function notUsualNotice(
  { statistics }: Pick<HistoryQuery, 'statistics'>,
  name: string,
  role: TagRole
): QueryResultMetaNotice | undefined {
  return statistics.includes('usual') && role !== 'measure'
    ? warning(
        translate(
          'notices.notUsual',
          '{{name}}: “{{usual}}” is left out, because averages of a state, a set point or a counter do not say what it usually is.',
          { name, usual: statisticLabels().usual }
        )
      )
    : undefined;
}

/** When the last value is no longer known. */
function holdEndNotice({ held }: LoadedSeries, timeZone: string): QueryResultMetaNotice | undefined {
  if (held?.unknownFromEpochMs === undefined) {
    return undefined;
  }
  return info(
    translate(
      'notices.holdEnd',
      'unknown from {{time}} on: there are no readings, and a value is known for {{limit}} (“{{setting}}” of the query, or of the data source).',
      {
        time: dateTimeFormat(held.unknownFromEpochMs, { timeZone }),
        limit: durationText(held.holdMs),
        setting: t('editors.hold.label', 'Hold limit'),
      }
    )
  );
}

/** Where the increase is not known: each from the start of a row to its end or to the next row. Jumps have a notice of their own. */
function unknownIncreases({ increase, edges }: LoadedSeries): TimeWindow[] {
  const { timeEpochMs, avg } = increase?.rows ?? NO_ROWS;
  const jumps = increase?.unknown ?? [];
  return Array.from(avg).flatMap((value, row) => {
    const step = Number.isNaN(value) ? stepAt(edges ?? timeEpochMs, timeEpochMs[row]!) : undefined;
    const isOfJump =
      step !== undefined &&
      jumps.some(({ toEpochMs }) =>
        edges === undefined
          ? toEpochMs === step.fromEpochMs
          : toEpochMs > step.fromEpochMs && toEpochMs <= step.toEpochMs
      );
    return step === undefined || isOfJump ? [] : [step];
  });
}

/**
 * A step whose increase is more than this share of the total is named, if the counter counted in so many steps that it stands out: a
 * pump that ran once did so in one.
 */
const LARGE_SHARE = 0.9;
const MIN_COUNTING_STEPS = 10;

/** What is not known of increases, and what makes them look like more than was counted in the step, although they are right. */
function increaseNotices({ increase, edges, unit }: LoadedSeries, timeZone: string): QueryResultMetaNotice[] {
  if (increase === undefined) {
    return [];
  }
  const { rows, momentary, unknown, rollovers, afterGap } = increase;
  const counting = rows.avg.filter((value) => value > 0);
  const total = counting.reduce((sum, value) => sum + value, 0);
  const largest =
    counting.length < MIN_COUNTING_STEPS ? -1 : rows.avg.findIndex((value) => value > LARGE_SHARE * total);
  const at = (epochMs: EpochMs) => dateTimeFormat(epochMs, { timeZone });
  const between = ({ last, value, toEpochMs }: ReadingPair) =>
    `${quantityText(last, unit)} → ${quantityText(value, unit)} (${at(toEpochMs)})`;
  return presentNotices([
    unknown.length === 0
      ? undefined
      : warning(
          translate(
            'notices.jumps',
            'it is not known how much was counted where the meter went {{jumps}}: that is neither what it usually counts, nor a restart at 0, nor the end of its register. If it was replaced, or rolls over elsewhere, enter that in the data source settings.',
            { jumps: shortListText(unknown, MAX_NAMED_SPANS, between) }
          )
        ),
    rollovers.length === 0
      ? undefined
      : info(
          translate('notices.rollovers', 'the meter rolled over and counted on: {{rollovers}}.', {
            rollovers: shortListText(rollovers, MAX_NAMED_SPANS, between),
          })
        ),
    momentary.length === 0
      ? undefined
      : info(
          translate(
            'notices.momentaryFalls',
            'readings left out because the value fell or jumped and recovered at once: {{readings}} ({{times}}).',
            { readings: momentary.length, times: shortListText(momentary, MAX_NAMED_SPANS, at) }
          )
        ),
    afterGap.length === 0
      ? undefined
      : info(
          translate(
            'notices.increaseAfterGap',
            'the increase of {{spans}} includes what was counted while there were no readings.',
            {
              spans: spansText(afterGap, timeZone),
            }
          )
        ),
    largest < 0 || edges === undefined
      ? undefined
      : info(
          translate(
            'notices.largeIncrease',
            'more than 90 % of the total is in one step, {{span}}. If the meter was replaced or adjusted then, this is not consumption.',
            {
              span: spansText([stepAt(edges, rows.timeEpochMs[largest]!)], timeZone),
            }
          )
        ),
  ]);
}

/** From an instant to the next edge. */
function stepAt(edges: Float64Array, fromEpochMs: EpochMs): TimeWindow {
  return { fromEpochMs, toEpochMs: edges[firstAfter(edges, fromEpochMs)] ?? fromEpochMs };
}

function downsampledNotice(loaded: LoadedSeries, shownRows: number): QueryResultMetaNotice | undefined {
  const rows = rowCount(loaded.rows);
  if (shownRows >= rows) {
    return undefined;
  }
  return info(
    loaded.kind === 'changes'
      ? translate(
          'notices.downsampledChanges',
          'of {{changes}} changes, showing the first, last, lowest and highest of each pixel. Zoom in to see each change.',
          { changes: rows }
        )
      : translate(
          'notices.downsampled',
          'of {{readings}} readings, showing the first, last, lowest and highest of each pixel. Zoom in to see each reading.',
          { readings: rows }
        )
  );
}

function leftOutNotice(points: number): QueryResultMetaNotice | undefined {
  if (points === 0) {
    return undefined;
  }
  return info(
    translate(
      'notices.leftOut',
      '{{points}} points of the earlier period are not shown: their local time does not exist here (clock change or shorter month).',
      { points }
    )
  );
}

function droppedNotice(fetched: FetchResult): QueryResultMetaNotice | undefined {
  const { unusableRows, outsideRows, duplicateRows, receivedRows } = fetched;
  const dropped = unusableRows + outsideRows + duplicateRows;
  if (dropped === 0) {
    return undefined;
  }
  return warning(
    translate(
      'notices.dropped',
      '{{dropped}} of {{received}} rows from the server were left out: {{unusable}} without a usable time or number, {{duplicate}} duplicates, {{outside}} outside the requested range.',
      {
        dropped,
        received: receivedRows,
        unusable: unusableRows,
        duplicate: duplicateRows,
        outside: outsideRows,
      }
    )
  );
}

function spansText(windows: readonly TimeWindow[], timeZone: string): string {
  return shortListText(mergeWindows(windows), MAX_NAMED_SPANS, (span) => spanText(span, timeZone));
}

/** For a tag that is shown as a measure and looks like a state: an average of 1 and 2 is neither. */
export function stateProposal(
  { rows, edges, unit }: LoadedSeries,
  { name, type, role }: { readonly name: string; readonly type: string; readonly role: TagRole }
): QueryResultMetaNotice | undefined {
  const numbers = role === 'measure' && edges !== undefined && unit === '' && type !== '' && fewWholeNumbers(rows);
  if (!numbers) {
    return undefined;
  }
  return info(
    translate(
      'notices.proposedState',
      '{{name}}: the readings look like those of a state ({{numbers}}), of which averages say little. If it is one, add its tag type “{{type}}” to “{{setting}}” in the data source settings.',
      { name, type, numbers: numbers.join(', '), setting: tagTypeTexts().state.label }
    )
  );
}

/** For a series without any row in the range: when its last reading was. */
export function latestReadingNotice(
  { latest }: Pick<SeriesLoadState, 'latest'>,
  name: string,
  timeZone: string
): QueryResultMetaNotice | undefined {
  if (latest === undefined) {
    return undefined;
  }
  const timeEpochMs = latest === 'none' ? undefined : latest.timeEpochMs;
  const text =
    timeEpochMs === undefined
      ? translate('notices.neverRead', '{{name}}: no data in this time range. The server has no reading of this tag.', {
          name,
        })
      : translate('notices.lastReading', '{{name}}: no data in this time range. The last reading was at {{time}}.', {
          name,
          time: dateTimeFormat(timeEpochMs, { timeZone }),
        });
  return info(text);
}

/** Shown while a panel is loading. */
export function loadingNotice(runs: readonly HistoryRunState[]): QueryResultMetaNotice {
  const share = average(runs.map(({ loads }) => average(loads.map(loadedShare))));
  return info(
    translate('notices.loading', 'Loading: {{percent}} % received. The points shown so far are exact.', {
      percent: Math.floor(share * 100),
    })
  );
}

/** 0 of none. */
function average(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
