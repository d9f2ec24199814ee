import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { clipSpans, countedMs, UNDECIDED } from '../../../core/history/signal/spans';
import { isLimit } from '../../../core/history/undecided';
import { durationText } from '../../../core/time/durationText';
import { coveredStatesNotice, info, missingNotice, presentNotices, warning } from '../../../grafana/frames/notices';
import { undecidedReason } from '../../../grafana/frames/undecidedReason';
import { translate } from '../../../locales/translate';
import type { PeriodsPlan } from '../planPeriods';
import { countCoveredSpans, countHidden } from './periodFrames';
import { type SeriesPeriods, unknownPast } from './seriesPeriods';

/** What users must know about a series: what is not decided and why, and what of its time is proven nevertheless. */
export function periodsNotices(
  series: SeriesPeriods,
  name: string,
  plan: PeriodsPlan,
  timeZone: string
): QueryResultMetaNotice[] {
  const notices = presentNotices([
    ...series.missing.map((span) => missingNotice(span, timeZone)),
    provenNotice(series, plan),
    series.isLoading ? undefined : unknownNotice(series, plan),
    unaveragedNotice(series),
    series.isLoading ? undefined : hiddenNotice(series, plan),
    series.isLoading ? undefined : coveredNotice(series, plan),
  ]);
  return notices.map(({ severity, text }) => ({ severity, text: `${name}: ${text}` }));
}

function provenNotice(series: SeriesPeriods, plan: PeriodsPlan): QueryResultMetaNotice | undefined {
  if (series.isDecided) {
    return undefined;
  }
  const proven = provenText(series, plan);
  if (series.isLoading) {
    return info(translate('periods.loading', 'still loading: {{proven}}.', { proven }));
  }
  const text = [`${proven}.`, undecidedReason(series.undecidedBecause, plan.budget)].filter(Boolean).join(' ');
  // An alert rule would take what a limit leaves out for silence, so there it is an error.
  return isLimit(series.undecidedBecause) ? { severity: 'error', text } : warning(text);
}

/** The proven interval, or how much time is undecided where no condition has a time of its own. */
function provenText({ about, spans, proven }: SeriesPeriods, { range }: PeriodsPlan): string {
  if (about === 'states') {
    const undecidedMs = countedMs(clipSpans(spans, range), (value) => value === UNDECIDED);
    return translate('periods.undecided', 'the state is not known for {{duration}}', {
      duration: durationText(undecidedMs),
    });
  }
  return translate('periods.proven', 'the condition holds for at least {{atLeast}}, at most {{atMost}}', {
    atLeast: durationText(proven.atLeastMs),
    atMost: durationText(proven.atMostMs),
  });
}

/** How much of the time is not known, because nothing was read for longer than a value is known. */
function unknownNotice(series: SeriesPeriods, { range, holdMs }: PeriodsPlan): QueryResultMetaNotice | undefined {
  const { unknownMs } = unknownPast(series.spans, series, range);
  // Without a limit, only the time before the very first reading is unknown.
  return unknownMs === 0 || series.missing.length > 0 || !Number.isFinite(holdMs)
    ? undefined
    : info(
        translate(
          'periods.unknownTime',
          'unknown for {{duration}}, where there are no readings. A value is known for {{limit}} (“{{setting}}” of the query, or of the data source).',
          {
            duration: durationText(unknownMs),
            limit: durationText(holdMs),
            setting: t('editors.hold.label', 'Hold limit'),
          }
        )
      );
}

function hiddenNotice(series: SeriesPeriods, plan: PeriodsPlan): QueryResultMetaNotice | undefined {
  const count = countHidden(series, plan);
  if (count === 0) {
    return undefined;
  }
  return info(
    series.about === 'condition'
      ? translate('periods.hiddenPeriods', '', {
          count,
          defaultValue_one:
            '{{count}} period or interruption is in no step, because it is too short. Choose a shorter interval or time range.',
          defaultValue_other:
            '{{count}} periods or interruptions are in no step, because they are too short. Choose a shorter interval or time range.',
        })
      : translate('periods.hiddenStates', '', {
          count,
          defaultValue_one:
            '{{count}} state is in no step, because another one lasted longer there. Choose a shorter interval or time range.',
          defaultValue_other:
            '{{count}} states are in no step, because others lasted longer there. Choose a shorter interval or time range.',
        })
  );
}

function coveredNotice(series: SeriesPeriods, plan: PeriodsPlan): QueryResultMetaNotice | undefined {
  const count = countCoveredSpans(series, plan);
  if (count === 0 || series.about === 'states') {
    return coveredStatesNotice(count);
  }
  return info(
    translate('periods.coveredPeriods', '', {
      count,
      defaultValue_one:
        '{{count}} period or interruption is so narrow that others may cover it. Choose a shorter time range.',
      defaultValue_other:
        '{{count}} periods or interruptions are so narrow that others may cover them. Choose a shorter time range.',
    })
  );
}

/**
 * The averages of all periods share what they may cost. A shorter time range is no advice: a period may have too many readings on its own,
 * and is followed beyond the range.
 */
function unaveragedNotice({ values, isLoading }: SeriesPeriods): QueryResultMetaNotice | undefined {
  const count = values?.filter(({ isDecided }) => !isDecided).length ?? 0;
  return count === 0 || isLoading
    ? undefined
    : info(
        translate('periods.unaveraged', '', {
          count,
          defaultValue_one:
            '{{count}} period has no average, because the periods have too many readings, or some are missing or invalid.',
          defaultValue_other:
            '{{count}} periods have no average, because the periods have too many readings, or some are missing or invalid.',
        })
      );
}
