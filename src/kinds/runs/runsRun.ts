import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort } from '../../core/api/telemetryError';
import type { FetchContext } from '../../core/history/fetch/historySource';
import type { Device } from '../../core/inventory/device';
import { distinctNames, seriesLabels, seriesProfile } from '../../core/inventory/legend';
import type { SeriesId } from '../../core/inventory/seriesId';
import { findMeter, type TagProfiles } from '../../core/inventory/tagProfile';
import { isPattern, unquoted } from '../../core/inventory/textPattern';
import { canAlign, elapsedSteps, type ElapsedSteps } from '../../core/runs/elapsed';
import { describeError } from '../../grafana/errorMessage';
import { emptyFrame, info, omittedSeriesNotice, presentNotices, warning } from '../../grafana/frames/notices';
import { inRole, type RunFrames } from '../../grafana/frames/runFrames';
import { IncompleteConditionError, optionsByMeaning } from '../../grafana/query/condition/readCondition';
import { roleOf, unknownMeaningError } from '../../grafana/query/filter/knownDevices';
import { type SeriesLoad, SeriesQueryRun } from '../../grafana/query/series/seriesQueryRun';
import { UserError } from '../../grafana/userError';
import { translate } from '../../locales/translate';
import { conditionText } from '../../query/condition';
import { missingFields } from '../history/historyQuery';
import { type Kind, runEach } from '../kind';
import { chooseRuns } from './chooseRuns';
import { findRuns } from './findRuns';
import { deviationFrames } from './frames/deviationFrames';
import { envelopeFrame, overlayFrame } from './frames/curveFrames';
import { runsNotices, runsReportNotices } from './frames/runsNotices';
import { runsTableFrame } from './frames/runsTable';
import type { NamedRuns } from './frames/seriesRuns';
import { planRuns, type RunsPlan } from './planRuns';
import { type RunsOfDevice, RunsLoad } from './runsLoad';
import { MAX_RUNS, RUNS_FIELDS, type RunsQuery } from './runsQuery';

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
export class RunsRun extends SeriesQueryRun<RunsQuery, RunsLoad> {
  private plan: RunsPlan | undefined;
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
    const needs = new Set(
      this.loads.filter((load) => this.isIncomplete(load)).map(({ failure }) => describeError(failure!.error))
    );
    const devices = [...this.byDevice];
    const withoutRuns = devices.filter(([, runs]) => runs.kind === 'found' && runs.chosen.runs.length === 0);
    const unknown = new Set(devices.flatMap(([, runs]) => (runs.kind === 'found' ? runs.chosen.unknown : [])));
    return presentNotices([
      ...this.nameNotices,
      omittedSeriesNotice(this.loads.length, this.omittedSeries),
      ...[...needs].map(info),
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

  /** What is calculated with must be there. */
  private isIncomplete({ failure }: SeriesLoad): boolean {
    return failure?.error instanceof IncompleteConditionError && !this.panel.mayBeCalculated;
  }

  protected override isError(load: RunsLoad): boolean {
    return load.failure !== undefined && !this.isIncomplete(load);
  }

  protected readQuery(): void {
    this.plan = planRuns(this.query, this.panel);
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
      all.filter((run) => canAlign(run, query.align)),
      query.align,
      plan.points
    );
    this.steps = steps;
    const { tagTypes } = panel.services.settings;
    return series.map((id) => {
      const device = this.devices.get(id.device);
      const tag = {
        device,
        profile: seriesProfile(profiles, seriesLabels(id, device)),
        role: roleOf(id, this.devices, tagTypes),
        meter: findMeter(profiles, device?.type ?? '', id),
      };
      const runs = this.byDevice.get(this.runDeviceOf(id))!;
      return new RunsLoad(id, tag, runs, steps, query, plan, panel, this.historyOf(id, context));
    });
  }

  private runDeviceOf({ device }: SeriesId): string {
    return unquoted(this.query.runDevice) || device;
  }

  /** A device whose runs are not found does not affect the others. @throws only when aborted */
  private async runsOf(code: string, profiles: TagProfiles, context: FetchContext): Promise<RunsOfDevice> {
    const { query, panel } = this;
    try {
      const id = { device: code, tag: this.runTag };
      const runProfile = seriesProfile(profiles, seriesLabels(id, this.devices.get(code)));
      const role = roleOf(id, this.devices, panel.services.settings.tagTypes);
      const meter = findMeter(profiles, this.devices.get(code)?.type ?? '', id);
      const tag = { role, profile: runProfile, meter };
      const { runs, about } = await findRuns(
        this.historyOf(id, context),
        tag,
        query,
        this.plan!,
        panel.planRequest.grid
      );
      return { kind: 'found', chosen: chooseRuns(runs, runProfile, query), runProfile, report: about };
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

  /** The devices, whose tags' types decide how values continue. @throws if the query leaves that to them, and they are not known */
  protected findDevices(): Promise<readonly Device[]> {
    const options = optionsByMeaning(this.query);
    return this.loadDevices(options.length > 0 ? 'meaning' : 'names', (because) => {
      if (options.length > 0) {
        throw unknownMeaningError(because, options);
      }
    });
  }
}
