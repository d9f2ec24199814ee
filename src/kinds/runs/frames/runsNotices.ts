import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { canAlign, elapsedAt, type ElapsedSteps } from '../../../core/runs/elapsed';
import { excursionFrom } from '../../../core/runs/envelope';
import { isLimit, type Undecided, type UndecidedCause } from '../../../core/history/undecided';
import { durationText } from '../../../core/time/durationText';
import { info, missingNotice, presentNotices, warning } from '../../../grafana/frames/notices';
import { undecidedReason } from '../../../grafana/frames/undecidedReason';
import { withUnit } from '../../../locales/conditionTexts';
import { translate } from '../../../locales/translate';
import type { RunsPlan } from '../planRuns';
import { comparedValues, type SeriesRuns } from './seriesRuns';

/** Fewer reference runs say little about what is usual. */
const FEW_REFERENCES = 3;

interface NoticeOptions {
  readonly plan: RunsPlan;
  readonly steps: ElapsedSteps;
  readonly timeZone: string;
}

/** What users must know about how the runs of a device were found. */
export function runsReportNotices(
  device: string,
  report: { readonly undecidedBecause: UndecidedCause | undefined; readonly missing: readonly Undecided[] },
  plan: RunsPlan,
  timeZone: string
): QueryResultMetaNotice[] {
  const { undecidedBecause: cause, missing } = report;
  return prefixed(device, [
    ...missing.map((span) => missingNotice(span, timeZone)),
    cause === undefined || cause === 'pending'
      ? undefined
      : severe(
          cause,
          sentences(
            t('runs.undecidedRuns', 'when runs begin and end is not completely known, so that some may be missing.'),
            undecidedReason(cause, plan.budget)
          )
        ),
  ]);
}

/** What users must know about a series. */
export function runsNotices(series: SeriesRuns, name: string, options: NoticeOptions): QueryResultMetaNotice[] {
  const { loaded } = series;
  const { plan, timeZone } = options;
  const cause = loaded.undecidedBecause;
  return prefixed(name, [
    ...loaded.missing.map((span) => missingNotice(span, timeZone)),
    cause === undefined
      ? undefined
      : loaded.isLoading || cause === 'pending'
        ? info(t('runs.loading', 'still loading.'))
        : severe(
            cause,
            sentences(t('runs.undecided', 'a part of the runs has no values.'), undecidedReason(cause, plan.budget))
          ),
    ...(loaded.isLoading ? [] : comparisonNotices(series, options)),
  ]);
}

function comparisonNotices(
  series: SeriesRuns,
  { plan, steps }: NoticeOptions
): Array<QueryResultMetaNotice | undefined> {
  const { chosen, role, increases } = series;
  const unaligned = chosen.runs.filter((run) => !canAlign(run, steps.align)).length;
  const uncounted = increases?.filter(Number.isNaN).length ?? 0;
  const isCompared = plan.format === 'envelope' || plan.format === 'deviation';
  return [
    unaligned > 0 && plan.format !== 'deviation'
      ? info(
          translate('runs.unaligned', '', {
            count: unaligned,
            defaultValue_one: '{{count}} run is not drawn, because its start or its end is not known yet.',
            defaultValue_other: '{{count}} runs are not drawn, because their start or their end is not known yet.',
          })
        )
      : undefined,
    uncounted > 0
      ? info(
          translate('runs.uncounted', '', {
            count: uncounted,
            defaultValue_one: 'the increase of {{count}} run is not known.',
            defaultValue_other: 'the increase of {{count}} runs is not known.',
          })
        )
      : undefined,
    isCompared && role === 'state'
      ? warning(t('runs.ofStates', 'states have no envelope, because there is nothing between two of them.'))
      : undefined,
    isCompared && role !== 'state' ? referenceNotice(chosen.reference.size) : undefined,
    isCompared ? outsideNotice(series, steps) : undefined,
  ];
}

function referenceNotice(count: number): QueryResultMetaNotice | undefined {
  if (count === 0) {
    return warning(t('runs.noReference', 'there is no reference run to compare with.'));
  }
  return count < FEW_REFERENCES
    ? info(
        translate('runs.fewReferences', '', {
          count,
          defaultValue_one: 'only {{count}} reference run is compared with. Compare more runs to know what is usual.',
          defaultValue_other:
            'only {{count}} reference runs are compared with. Compare more runs to know what is usual.',
        })
      )
    : undefined;
}

function outsideNotice(series: SeriesRuns, steps: ElapsedSteps): QueryResultMetaNotice | undefined {
  const compared = comparedValues(series);
  const excursion = compared && excursionFrom(series.envelope, compared.curve);
  if (compared === undefined || excursion === undefined || excursion.now === 0 || compared.run.end !== 'inProgress') {
    return undefined;
  }
  const { now, nowStep } = excursion;
  if (Number.isNaN(now)) {
    return info(t('runs.beyond', 'the compared run is longer than every reference run.'));
  }
  const amount = withUnit(String(Number(Math.abs(now).toPrecision(3))), series.labels.unit);
  const values = { amount, elapsed: durationText(elapsedAt(steps, nowStep)) };
  return warning(
    now > 0
      ? translate('runs.above', 'now {{amount}} above every reference run ({{elapsed}} after the start).', values)
      : translate('runs.below', 'now {{amount}} below every reference run ({{elapsed}} after the start).', values)
  );
}

/** An alert rule would take what a limit leaves out for silence, so there it is an error. */
function severe(cause: UndecidedCause, text: string): QueryResultMetaNotice {
  return isLimit(cause) ? { severity: 'error', text } : warning(text);
}

function sentences(...texts: readonly string[]): string {
  return texts.filter(Boolean).join(' ');
}

function prefixed(name: string, notices: ReadonlyArray<QueryResultMetaNotice | undefined>): QueryResultMetaNotice[] {
  return presentNotices(notices).map(({ severity, text }) => ({ severity, text: `${name}: ${text}` }));
}
