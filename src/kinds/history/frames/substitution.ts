import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { Substitution } from '../../../core/history/series/loadedSeries';
import type { Level } from '../../../core/time/step';
import { info, warning } from '../../../grafana/frames/notices';
import { translate } from '../../../locales/translate';
import { settingLabel } from '../../../locales/settingTexts';

/** How a substitution is reported. */
interface SubstitutionReport {
  /** The notice on the panel, without the name of the series. */
  readonly notice: QueryResultMetaNotice;
  /** The reason in the query inspector, in English; undefined: the plan's own reason applies. */
  readonly reason: string | undefined;
}

/**
 * Reports what is rendered in place of what the plan requested, and what users can do about it.
 * @param level the level of the rendered rows
 * @param timeZone the dashboard's, for the times in notices
 */
export function describeSubstitution(substitution: Substitution, level: Level, timeZone: string): SubstitutionReport {
  switch (substitution.kind) {
    case 'tooManyReadings': {
      const { readings, maxRows } = substitution;
      return {
        notice: info(
          translate(
            'notices.tooManyReadings',
            'showing averages with their band, because the time range has {{readings}} readings (at most {{maxRows}} are shown one by one). Zoom in to see each reading.',
            { readings, maxRows }
          )
        ),
        reason: `${readings} readings are more than ${maxRows}; showing ${level} buckets`,
      };
    }
    case 'unknownReadings':
      return {
        notice: warning(
          t(
            'notices.unknownReadings',
            'showing averages with their band, because the server does not report how many readings the time range has. Zoom in to see each reading.'
          )
        ),
        reason: `the number of readings is unknown; showing ${level} buckets`,
      };
    case 'expiredReadings': {
      const { readings } = substitution;
      const values = { readings };
      return {
        notice: warning(
          level === 'raw'
            ? translate(
                'notices.expiredReadings',
                'the server no longer retains {{readings}} readings at the beginning of the time range. Choose another interval to see their averages.',
                values
              )
            : translate(
                'notices.averagesOfExpiredReadings',
                'showing 1-minute averages with their band, because the server no longer retains {{readings}} readings at the beginning of the time range.',
                values
              )
        ),
        reason: `${readings} readings are no longer retained; showing ${level} rows`,
      };
    }
    case 'unknownCounts':
      return {
        notice: warning(
          t(
            'notices.unknownCounts',
            "showing the server's own rows, because it does not report how many readings each average stands for, so they cannot be combined exactly."
          )
        ),
        reason: `buckets without usable counts; showing ${level} rows as they are`,
      };
    case 'unexpectedBuckets':
      return {
        notice: warning(
          translate(
            'notices.unexpectedBuckets',
            "showing the server's own rows, because its {{level}} averages begin at other times than expected, so they cannot be combined exactly. Check “{{setting}}” in the data source settings.",
            { level: substitution.level, setting: settingLabel('dayBucketZone') }
          )
        ),
        reason: `${level} buckets begin at other times than expected; showing them as they are`,
      };
    case 'utcSteps':
      return {
        notice: info(
          t(
            'notices.utcSteps',
            'the points follow UTC, because those of the time zone would cost too many rows over this time range. Choose an interval, or a shorter time range.'
          )
        ),
        reason: undefined,
      };
    case 'widenedRange': {
      const format = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
      return {
        notice: warning(
          translate(
            'notices.widenedRange',
            'calculated for {{from}} – {{to}}, because the readings at the ends of the time range are too many or no longer retained.',
            {
              from: format(substitution.window.fromEpochMs),
              to: format(substitution.window.toEpochMs),
            }
          )
        ),
        reason: undefined,
      };
    }
    case 'inexactRange':
      return {
        notice: warning(
          translate(
            'notices.inexactRange',
            "not exact at the ends of the time range, because the server's {{level}} averages begin at other times than expected. Check “{{setting}}” in the data source settings.",
            { level: substitution.level, setting: settingLabel('dayBucketZone') }
          )
        ),
        reason: `${substitution.level} buckets begin at other times than expected; not exact at the ends of the range`,
      };
    case 'rangeWithoutCounts':
      return {
        notice: warning(
          t(
            'notices.rangeWithoutCounts',
            'no average over the time range, because the server does not report how many readings its averages stand for. Minimum and maximum may include readings just outside the range.'
          )
        ),
        reason: 'buckets without usable counts; no average over the range',
      };
    default:
      return substitution satisfies never;
  }
}
