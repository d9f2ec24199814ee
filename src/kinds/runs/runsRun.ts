import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort } from '../../core/api/telemetryError';
import type { FetchContext } from '../../core/history/fetch/historySource';
import { distinctNames } from '../../core/inventory/legend';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { TagProfiles } from '../../core/inventory/tagProfile';
import { isPattern, unquoted } from '../../core/inventory/textPattern';
import { canAlign, elapsedSteps, type ElapsedSteps } from '../../core/runs/elapsed';
import { emptyFrame, info, omittedSeriesNotice, presentNotices, warning } from '../../grafana/frames/notices';
import { inRole, type RunFrames } from '../../grafana/frames/runFrames';
import { IncompleteConditionError } from '../../grafana/query/condition/readCondition';
import { UserError } from '../../grafana/userError';
import { translate } from '../../locales/translate';
import { conditionText } from '../../query/condition';
import { MAX_RUNS } from '../../query/foundRuns';
import { missingFields } from '../history/historyQuery';
import { type Kind, runEach } from '../kind';
import { chooseRuns } from './chooseRuns';
import { deviationFrames } from './frames/deviationFrames';
import { envelopeFrame, overlayFrame } from './frames/curveFrames';
import { runsNotices, runsReportNotices } from './frames/runsNotices';
import { runsTableFrame } from './frames/runsTable';
import type { NamedRuns } from './frames/seriesRuns';
import { type RunsOfDevice, RunsLoad } from './runsLoad';
import { RUNS_FIELDS, type RunsQuery } from './runsQuery';
import { RunsQueryRun } from './runsQueryRun';

export const RUNS: Kind<RunsQuery> = {
  fields: RUNS_FIELDS,
  usesTimeZone: false,
  inRules: { format: 'deviation' },
  optionTexts: ({ runTag, runsBy, condition, count, align, format }) => [
    runTag,
    runsBy === 'restarts' ? runsBy : conditionText(condition),
    String(count),
    align === 'start' ? '' : align,
    format === 'auto' ? '' : format,
  ],
  missingFields,
  createRuns: runEach((query, context) => new RunsRun(query, context)),
};

/** Executes a query for runs: finds those of each device, then loads what each tag did in them. */
export class RunsRun extends RunsQueryRun<RunsLoad> {
  private steps: ElapsedSteps | undefined;
  private byDevice: ReadonlyMap<string, RunsOfDevice> = new Map();

  render(): RunFrames {
    const { plan, steps, query, panel } = this;
    const ofQuery = this.queryNotices;
    const named = this.namedSeries();
    if (plan === undefined || steps === undefined || named.length === 0) {
      return inRole('table', ofQuery.length > 0 ? [emptyFrame(query.refId, ofQuery)] : []);
    }
    const { services, timeZone } = panel;
    const options = {
      refId: query.refId,
      ...{ plan, query, steps, timeZone },
      palette: services.palette,
      dataSourceUid: services.dataSourceUid,
      nowEpochMs: services.clock.nowEpochMs(),
      notices: [
        ...ofQuery,
        ...named.flatMap(({ series, name }) => runsNotices(series, name, { plan, steps, timeZone })),
      ],
    };
    switch (plan.format) {
      case 'overlay':
        return inRole(plan.hasTimeAxis ? 'series' : 'table', [overlayFrame(named, options)]);
      case 'envelope':
        return inRole(plan.hasTimeAxis ? 'series' : 'table', [envelopeFrame(named, options)]);
      case 'table':
        return inRole('table', [runsTableFrame(named, options)]);
      case 'deviation':
        return inRole('series', deviationFrames(named, options));
    }
  }

  /** The compared series, as far as anything is known of them. */
  private namedSeries(): readonly NamedRuns[] {
    const { legend, refId } = this.query;
    const loaded = this.loads.flatMap(({ state }) => (state === undefined ? [] : [state]));
    const names = distinctNames(loaded.map(({ labels }) => ({ labels, template: legend, refId })));
    return loaded.map((series, index) => ({ series, name: names[index]! }));
  }

  /** What is to be said of the query as a whole. */
  private get queryNotices(): readonly QueryResultMetaNotice[] {
    const { query, panel, plan } = this;
    const devices = [...this.byDevice];
    const withoutRuns = devices.filter(([, runs]) => runs.kind === 'found' && runs.chosen.runs.length === 0);
    const unknown = new Set(devices.flatMap(([, runs]) => (runs.kind === 'found' ? runs.chosen.unknown : [])));
    return presentNotices([
      ...this.nameNotices,
      omittedSeriesNotice(this.loads.length, this.omittedSeries),
      ...this.needs.map(info),
      query.count > MAX_RUNS
        ? warning(
            translate('runs.tooMany', 'Showing the last {{max}} runs of {{wanted}}. More cannot be compared at once.', {
              max: MAX_RUNS,
              wanted: query.count,
            })
          )
        : undefined,
      ...withoutRuns.map(([device]) =>
        info(
          translate('runs.none', '{{device}}: no run begins before the end of the time range, in 400 days.', { device })
        )
      ),
      ...[...unknown].map((name) =>
        warning(translate('runs.unknown', 'No run is called “{{name}}”, and none goes on at that time.', { name }))
      ),
      ...devices.flatMap(([device, runs]) =>
        plan === undefined || runs.kind === 'failed' ? [] : runsReportNotices(device, runs.report, plan, panel.timeZone)
      ),
    ]);
  }

  protected async prepare(series: readonly SeriesId[], signal: AbortSignal): Promise<readonly RunsLoad[]> {
    const { query, panel } = this;
    const plan = this.plan!;
    await this.findDevices();
    const profiles = await panel.services.tagProfiles();
    const context = this.fetchContext(signal);
    const runDevices = [...new Set(series.map((id) => this.runDeviceOf(id)))];
    const found = await Promise.all(
      runDevices.map(async (device) => [device, await this.runsOf(device, profiles, context)] as const)
    );
    this.byDevice = new Map(found);
    const all = found.flatMap(([, runs]) => (runs.kind === 'found' ? runs.chosen.runs : []));
    const steps = elapsedSteps(
      all.filter((run) => canAlign(run, plan.align)),
      plan.align,
      plan.points
    );
    this.steps = steps;
    return series.map((id) => {
      const runs = this.byDevice.get(this.runDeviceOf(id))!;
      const tag = this.tagOf(id, profiles);
      const history = this.historyOf(id, context);
      // Counters are loaded run by run. A signal of other tags requests nothing twice anyway.
      const own = tag.role === 'counter' ? history.withLocalCache() : history;
      return new RunsLoad(id, tag, runs, steps, query, plan, panel, own);
    });
  }

  private runDeviceOf({ device }: SeriesId): string {
    return unquoted(this.query.runDevice) || device;
  }

  /** A device whose runs are not found does not affect the others. @throws only when aborted */
  private async runsOf(code: string, profiles: TagProfiles, context: FetchContext): Promise<RunsOfDevice> {
    try {
      const id = { device: code, tag: this.runTag };
      const tag = this.tagOf(id, profiles);
      const { runs, about } = await this.findRunsOf(id, tag, context);
      return {
        kind: 'found',
        chosen: chooseRuns(runs, tag.profile, this.query),
        runProfile: tag.profile,
        report: about,
      };
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      return { kind: 'failed', error };
    }
  }

  private get runTag(): string {
    const { runTag } = this.query;
    const name = unquoted(runTag);
    if (isPattern(runTag)) {
      throw new UserError(t('runs.patternTag', 'The tag of the runs is one tag: a pattern cannot be used.'));
    }
    if (name === '') {
      throw new IncompleteConditionError(t('runs.noTag', 'Choose the tag that says when runs begin and end.'));
    }
    return name;
  }
}
