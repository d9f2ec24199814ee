import { type DataFrame, dateTimeFormat, type FieldConfig, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { distinctNames, presentLabels, type SeriesLabels } from '../../core/inventory/legend';
import { hasLimits, type TagProfile } from '../../core/inventory/tagProfile';
import type { LatestValue } from '../../core/latest/latestValue';
import { findTagRole, type TagTypeWords } from '../../core/serverWords';
import { ageMs, isAhead } from '../../core/time/clock';
import { type EpochMs, SECOND_MS } from '../../core/time/window';
import { translate } from '../../locales/translate';
import { GREY } from '../../grafana/valueColors';
import { commonUnit, counterUnit, DURATION_UNIT, grafanaUnit } from '../../grafana/frames/grafanaUnit';
import {
  type FrameNotices,
  type NotLive,
  notLiveName,
  notLiveNotice,
  presentNotices,
  shortListText,
  warning,
} from '../../grafana/frames/notices';
import {
  commonStates,
  limitState,
  limitStateConfig,
  limitThresholds,
  stateConfig,
  stateText,
} from '../../grafana/frames/tagConfig';
import {
  countsFrame,
  durationColumn,
  numberColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../../grafana/frames/tableFrame';
import { ageText, MAX_NAMED_VALUES, valueNotices } from '../../grafana/frames/latestTexts';
import { type Freshness, freshnessLabels, valueMappingConfig } from '../../grafana/frames/valueLabels';

/** A value with the names of its series. */
export interface NamedValue {
  readonly latest: LatestValue;
  readonly labels: SeriesLabels;
  readonly profile: TagProfile;
}

export interface LatestFramesOptions {
  readonly refId: string;
  /** Or the earlier instant of which the values are. */
  readonly nowEpochMs: EpochMs;
  /** An older value is stale. */
  readonly staleAfterMs: number;
  /** The dashboard's. */
  readonly timeZone: string;
  /** The newest reading or contact of a plant that is not live; undefined for a live one. */
  readonly notLiveSinceEpochMs: EpochMs | undefined;
  readonly notices: FrameNotices;
}

/** A row for each tag. */
export function latestTableFrame(values: readonly NamedValue[], options: LatestFramesOptions): DataFrame {
  const { refId, nowEpochMs, notices } = options;
  const profiles = values.map(({ profile }) => profile);
  const states = commonStates(profiles);
  return tableFrame<NamedValue>(
    values,
    [
      textColumn('device', t('latest.device', 'Device'), ({ labels }) => labels.deviceName),
      textColumn('name', t('latest.name', 'Tag'), ({ labels }) => labels.name),
      numberColumn('value', t('latest.value', 'Value'), ({ latest }) => latest.value, {
        ...commonUnit(values.map(({ labels }) => labels.unit)),
        ...states.config,
      }),
      ...(states.isMixed
        ? [
            textColumn<NamedValue>('state', t('latest.state', 'State'), ({ latest, profile }) =>
              stateText(profile, latest.value)
            ),
          ]
        : []),
      textColumn('unit', t('latest.unit', 'Unit'), ({ labels }) => labels.unit),
      timeColumn('time', t('latest.time', 'Time'), ({ latest }) => latest.timeEpochMs),
      durationColumn('age', t('latest.age', 'Age'), ({ latest }) => ageMs(latest.timeEpochMs, nowEpochMs)),
      textColumn(
        'freshness',
        t('latest.freshness', 'Freshness'),
        (value) => rateFreshness(value, options) ?? '',
        valueMappingConfig(freshnessLabels(options.notLiveSinceEpochMs === undefined))
      ),
      ...(profiles.some(({ limits }) => hasLimits(limits))
        ? [
            textColumn<NamedValue>(
              'limit',
              t('latest.limit', 'Limit'),
              ({ latest, profile }) => limitState(profile.limits, latest.value),
              limitStateConfig()
            ),
          ]
        : []),
      textColumn('site', t('latest.site', 'Site'), ({ labels }) => labels.site),
      textColumn('area', t('latest.area', 'Area'), ({ labels }) => labels.area),
      textColumn('deviceCode', t('latest.deviceCode', 'Device code'), ({ labels }) => labels.device),
      textColumn('tag', t('latest.tag', 'Tag key'), ({ labels }) => labels.tag),
    ],
    {
      refId,
      notices: [...notices, notLiveNotice(describeNotLive(options)), ...valueNotices(values, options)],
    }
  );
}

interface LatestSeriesOptions extends LatestFramesOptions {
  /** The legend template. */
  readonly legend: string;
  /** How many values are left out, because there are more than the query allows. */
  readonly omitted: number;
  /** True: an expression may calculate with the others, so that what is left out is an error beside them. */
  readonly mayBeCalculated: boolean;
  /** The server's words for the types of tags. */
  readonly tagTypes: TagTypeWords;
  /** True: the age of each value instead of the value, as of now. */
  readonly showsAge: boolean;
}

/** A frame for each tag, with one point: stat, gauge and bar gauge show it with the tag's name and unit. */
export function latestSeriesFrames(values: readonly NamedValue[], options: LatestSeriesOptions): DataFrame[] {
  const { refId, legend, showsAge, nowEpochMs } = options;
  const names = distinctNames(
    values.map(({ latest, labels }) => ({ labels, template: legend, age: ageText(latest, nowEpochMs), refId }))
  );
  const notices = presentNotices([
    ...options.notices,
    omittedNotice(values.length, options),
    ...valueNotices(values, options),
    oldValuesNotice(values, names, options),
  ]);
  const frames = values.map(({ latest, labels, profile }, index): DataFrame => ({
    refId,
    name: names[index],
    length: 1,
    fields: [
      {
        name: 'time',
        type: FieldType.time,
        config: {},
        values: [showsAge ? nowEpochMs : (latest.timeEpochMs ?? null)],
      },
      {
        name: showsAge ? 'age' : 'value',
        type: FieldType.number,
        labels: presentLabels(labels),
        config: {
          displayNameFromDS: names[index],
          ...(showsAge
            ? { unit: DURATION_UNIT }
            : { unit: valueUnit(labels, options.tagTypes), ...profileConfig(profile, latest.value) }),
        },
        values: [showsAge ? ageS(latest, nowEpochMs) : (latest.value ?? null)],
      },
    ],
    ...(index === 0 && { meta: { notices } }),
  }));
  return frames.length > 0 ? frames : [{ refId, name: refId, length: 0, fields: [] }];
}

/** Without a value, there are no thresholds: a tile would have the color below the lowest one. */
function profileConfig({ states, limits }: TagProfile, value: number | undefined): FieldConfig {
  const thresholds = value === undefined ? undefined : limitThresholds(limits, 'green');
  return { ...stateConfig(states), ...(thresholds && { thresholds }) };
}

function valueUnit({ unit, type }: SeriesLabels, tagTypes: TagTypeWords): string | undefined {
  return findTagRole(type, tagTypes) === 'counter' ? counterUnit(unit) : grafanaUnit(unit);
}

interface LatestCountsOptions extends LatestFramesOptions {
  /** False: tags that never had a reading may be missing from the values. */
  readonly hasAllTags: boolean;
}

/** How many values are current, stale and missing. */
export function latestCountsFrame(values: readonly NamedValue[], options: LatestCountsOptions): DataFrame {
  const { refId, nowEpochMs, notices, hasAllTags } = options;
  const counts: Record<Freshness, number> = { fresh: 0, stale: 0, ahead: 0, none: 0 };
  for (const value of values) {
    const freshness = rateFreshness(value, options);
    if (freshness !== undefined) {
      counts[freshness]++;
    }
  }
  const labels = freshnessLabels();
  const notLive = describeNotLive(options);
  const notCurrent = counts.stale + counts.ahead;
  const groups = [
    { name: 'fresh', text: labels.fresh.text, count: counts.fresh },
    notLive === undefined
      ? { name: 'stale', text: labels.stale.text, count: notCurrent }
      : { name: 'stale', text: notLiveName(notLive), count: notCurrent, color: GREY },
    { name: 'none', text: labels.none.text, count: hasAllTags ? counts.none : null },
  ];
  return countsFrame(groups, {
    refId,
    timeEpochMs: nowEpochMs,
    notices: [...notices, notLiveNotice(notLive), ...valueNotices(values, options)],
  });
}

function describeNotLive({ notLiveSinceEpochMs, timeZone }: LatestFramesOptions): NotLive | undefined {
  return notLiveSinceEpochMs === undefined ? undefined : { sinceEpochMs: notLiveSinceEpochMs, timeZone };
}

/** Null for a tag that has never had a reading. */
function ageS({ timeEpochMs }: LatestValue, nowEpochMs: EpochMs): number | null {
  const age = ageMs(timeEpochMs, nowEpochMs);
  return age === undefined ? null : age / SECOND_MS;
}

/** Undefined for a value that is not known. */
function rateFreshness(
  { latest }: NamedValue,
  { nowEpochMs, staleAfterMs }: LatestFramesOptions
): Freshness | undefined {
  if (latest.undecided !== undefined) {
    return undefined;
  }
  const age = ageMs(latest.timeEpochMs, nowEpochMs);
  if (age === undefined || latest.value === undefined) {
    return 'none';
  }
  if (isAhead(latest.timeEpochMs, nowEpochMs)) {
    return 'ahead';
  }
  return age > staleAfterMs ? 'stale' : 'fresh';
}

/** In a panel of single values nothing else shows that a value is old. */
function oldValuesNotice(
  values: readonly NamedValue[],
  names: readonly string[],
  options: LatestSeriesOptions
): QueryResultMetaNotice | undefined {
  const notLive = describeNotLive(options);
  if (notLive !== undefined) {
    return notLiveNotice(notLive);
  }
  const stale = values.flatMap((value, index) =>
    rateFreshness(value, options) === 'stale' ? [{ name: names[index]!, timeEpochMs: value.latest.timeEpochMs! }] : []
  );
  if (stale.length === 0) {
    return undefined;
  }
  const describeValue = ({ name, timeEpochMs }: (typeof stale)[number]) =>
    `${name} (${dateTimeFormat(timeEpochMs, { timeZone: options.timeZone })})`;
  return warning(
    translate('notices.staleValues', 'Stale values: {{values}}.', {
      values: shortListText(stale, MAX_NAMED_VALUES, describeValue),
    })
  );
}

function omittedNotice(
  shown: number,
  { omitted, mayBeCalculated }: Pick<LatestSeriesOptions, 'omitted' | 'mayBeCalculated'>
): QueryResultMetaNotice | undefined {
  return omitted === 0
    ? undefined
    : {
        severity: mayBeCalculated ? 'error' : 'warning',
        text: translate(
          'notices.omittedValues',
          'Showing the first {{shown}} of {{total}} values. Filter the query, increase its maximum number of series, or use the format table.',
          { shown, total: shown + omitted }
        ),
      };
}
