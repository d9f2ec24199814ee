import type { DataSourceJsonData } from '@grafana/data';
import type { ProfileSetting } from '../core/inventory/tagProfile';
import { TAG_TYPE_WORDS, type TagTypeWords } from '../core/serverWords';
import { DAY_MS, MINUTE_MS } from '../core/time/window';
import { UTC } from '../core/time/zone';
import { isKnownZone } from '../core/time/zoneRules';
import { readTagSettings } from './tagSettings';

/*
 * The settings of the data source. The table is all that the settings page, the backend, the JSON Schema in `dist/schemas` and
 * the list in docs/guide/fields.md know of them; their texts are in locales/settingTexts.ts.
 */

export type SettingUnit = 'minutes' | 'days' | 'MB';

interface NumberSetting {
  readonly type: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit?: SettingUnit;
  /** A fraction is rounded down. The settings page accepts whole numbers only. */
  readonly isWhole?: true;
}

type Setting =
  | NumberSetting
  /** An IANA time zone. */
  | { readonly type: 'zone'; readonly default: string }
  | { readonly type: 'tagTypes'; readonly default: TagTypeWords }
  | { readonly type: 'tags' }
  | { readonly type: 'boolean' }
  | { readonly type: 'text' };

/** Every key of `jsonData`. Anyone who can view a dashboard can read them. */
export const SETTINGS = {
  /** In which the server's `1d` buckets start at midnight. */
  dayBucketZone: { type: 'zone', default: UTC },
  /** Of the six connections that a browser opens to Grafana over HTTP/1.1, the rest of Grafana and other tabs need some. */
  maxConcurrentRequests: { type: 'number', default: 4, min: 1, max: 20, isWhole: true },
  maxRowsPerSeries: { type: 'number', default: 500_000, min: 1_000, max: 5_000_000, isWhole: true },
  /** For one series of a query that begins with buckets and looks more closely only where they do not decide. */
  maxRequests: { type: 'number', default: 500, min: 10, max: 10_000, isWhole: true },
  /** 0: without limit. */
  holdMinutes: { type: 'number', default: 120, min: 0, max: 525_600, unit: 'minutes' },
  lateArrivalMinutes: { type: 'number', default: 10, min: 0, max: 10_080, unit: 'minutes' },
  cacheMegabytes: { type: 'number', default: 64, min: 0, max: 2_048, unit: 'MB' },
  cacheMaxAgeMinutes: { type: 'number', default: 60, min: 1, max: 10_080, unit: 'minutes' },
  /** A longer look-back returns the whole list of alerts on every refresh. */
  alertLookBackDays: { type: 'number', default: 7, min: 1, max: 365, unit: 'days', isWhole: true },
  /** Of alert rules and shared dashboards, which have none of their own. */
  serverTimeZone: { type: 'zone', default: UTC },
  sharedCacheMegabytes: { type: 'number', default: 64, min: 0, max: 2_048, unit: 'MB' },
  tagTypes: { type: 'tagTypes', default: TAG_TYPE_WORDS },
  /** Names of states, and limits; see `readTagSettings`. */
  tags: { type: 'tags' },
  // The names from here on are those of Grafana's data proxy.
  tlsAuthWithCACert: { type: 'boolean' },
  tlsAuth: { type: 'boolean' },
  serverName: { type: 'text' },
  tlsSkipVerify: { type: 'boolean' },
  /** Of effect only where Grafana's server has such a proxy. The data proxy and the SDK of the backend read it. */
  enableSecureSocksProxy: { type: 'boolean' },
} as const satisfies Readonly<Record<string, Setting>>;

/** Every key of `secureJsonData`, which Grafana never sends back to the browser. */
export const SECRETS = ['apiKey', 'tlsCACert', 'tlsClientCert', 'tlsClientKey'] as const;

export type SettingName = keyof typeof SETTINGS;
export type SecretName = (typeof SECRETS)[number];
type NamesOf<Type> = {
  [Name in SettingName]: (typeof SETTINGS)[Name]['type'] extends Type ? Name : never;
}[SettingName];
export type NumberSettingName = NamesOf<'number'>;
export type ZoneSettingName = NamesOf<'zone'>;
export type BooleanSettingName = NamesOf<'boolean'>;

interface SavedValues {
  readonly number: number;
  readonly zone: string;
  readonly tagTypes: Partial<TagTypeWords>;
  readonly tags: readonly ProfileSetting[];
  readonly boolean: boolean;
  readonly text: string;
}

/** `jsonData` of the data source. A provisioning file can have anything in it. */
export type TelemetrySettings = DataSourceJsonData & {
  readonly [Name in SettingName]?: SavedValues[(typeof SETTINGS)[Name]['type']];
};

/** `secureJsonData` of the data source. */
export type TelemetrySecrets = Readonly<Partial<Record<SecretName, string>>>;

/** True if a setting can be set higher than what is used of it, so that to increase it is advice. */
export function canIncrease(name: NumberSettingName, used: number): boolean {
  return used < SETTINGS[name].max;
}

/** The settings with every default and bound in place. */
export interface ResolvedSettings {
  readonly dayBucketZone: string;
  readonly maxConcurrentRequests: number;
  readonly maxRowsPerSeries: number;
  readonly maxAutoRawRows: number;
  readonly maxRequestsPerSeries: number;
  /** For how long a value is known after its reading; Infinity: until the next one. */
  readonly holdMs: number;
  readonly lateArrivalMs: number;
  readonly maxCacheBytes: number;
  readonly maxSharedCacheBytes: number;
  readonly maxCacheAgeMs: number;
  readonly alertLookBackMs: number;
  readonly tagTypes: TagTypeWords;
  /** The names of states and the limits of tags. */
  readonly tags: readonly ProfileSetting[];
}

/** “Auto” does not load more raw readings than this: ten pages, fetched concurrently in two rounds. */
const MAX_AUTO_RAW_ROWS = 50_000;

/** The saved settings, with defaults in place of missing and unusable values, and with numbers within their bounds. */
export function resolveSettings(settings: TelemetrySettings): ResolvedSettings {
  const number = (name: NumberSettingName) => resolveNumber(SETTINGS[name], settings[name]);
  return {
    dayBucketZone: savedZone(settings, 'dayBucketZone') ?? SETTINGS.dayBucketZone.default,
    maxConcurrentRequests: number('maxConcurrentRequests'),
    maxRowsPerSeries: number('maxRowsPerSeries'),
    maxAutoRawRows: MAX_AUTO_RAW_ROWS,
    maxRequestsPerSeries: number('maxRequests'),
    holdMs: number('holdMinutes') * MINUTE_MS || Infinity,
    lateArrivalMs: number('lateArrivalMinutes') * MINUTE_MS,
    maxCacheBytes: number('cacheMegabytes') * 2 ** 20,
    maxSharedCacheBytes: number('sharedCacheMegabytes') * 2 ** 20,
    maxCacheAgeMs: number('cacheMaxAgeMinutes') * MINUTE_MS,
    alertLookBackMs: number('alertLookBackDays') * DAY_MS,
    tagTypes: {
      state: wordsOr(settings.tagTypes?.state, TAG_TYPE_WORDS.state),
      counter: wordsOr(settings.tagTypes?.counter, TAG_TYPE_WORDS.counter),
      setPoint: wordsOr(settings.tagTypes?.setPoint, TAG_TYPE_WORDS.setPoint),
    },
    tags: readTagSettings(settings.tags).rows,
  };
}

/** The zone that is set; undefined if there is none, or if it does not exist. */
export function savedZone(settings: TelemetrySettings, name: ZoneSettingName): string | undefined {
  const zone: unknown = settings[name];
  return typeof zone === 'string' && zone !== '' && isKnownZone(zone) ? zone : undefined;
}

/** A saved setting that is not used as it is: only provisioning can save one. */
export type SettingProblem =
  | { readonly name: NumberSettingName; readonly saved: unknown; readonly used: number }
  | { readonly name: ZoneSettingName; readonly saved: unknown; readonly used: string };

/** The settings that are outside their bounds, no number or no time zone, and what is used instead. `readTagSettings` has those of `tags`. */
export function settingProblems(settings: TelemetrySettings): SettingProblem[] {
  return (Object.keys(SETTINGS) as SettingName[]).flatMap((name): SettingProblem[] => {
    const saved: unknown = settings[name];
    const setting: Setting = SETTINGS[name];
    if (saved === undefined || saved === null || saved === '') {
      return [];
    }
    if (setting.type === 'number') {
      const used = resolveNumber(setting, saved);
      const isUsed = typeof saved === 'number' && wholeIf(setting.isWhole, saved) === used;
      return isUsed ? [] : [{ name: name as NumberSettingName, saved, used }];
    }
    return setting.type === 'zone' && savedZone(settings, name as ZoneSettingName) === undefined
      ? [{ name: name as ZoneSettingName, saved, used: setting.default }]
      : [];
  });
}

/**
 * A number beyond a bound counts as the bound. What is no number counts as the default, and so does one that allows nothing: a
 * negative one, and 0 unless 0 is allowed.
 */
function resolveNumber({ default: otherwise, min, max, isWhole }: NumberSetting, saved: unknown): number {
  if (typeof saved !== 'number' || Number.isNaN(saved)) {
    return otherwise;
  }
  const value = wholeIf(isWhole, saved);
  const allowsNothing = value < 0 || (value === 0 && min > 0);
  return allowsNothing ? otherwise : Math.min(Math.max(value, min), max);
}

function wholeIf(isWhole: boolean | undefined, value: number): number {
  return isWhole ? Math.floor(value) : value;
}

function wordsOr(words: unknown, otherwise: readonly string[]): readonly string[] {
  return Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : otherwise;
}
