import type { Tag } from './device';
import { type Meter, meterOf, type MeterSetting } from './meter';
import { TAG_TYPE_WORDS, type TagTypeWords } from '../serverWords';
import { type StateName, tagStateNames } from './stateNames';
import { compilePatterns, type InvalidPattern, isInvalidPattern, type TextMatcher } from './textPattern';

/** A state of a tag. */
export interface TagState extends StateName {
  /** A color as Grafana writes it, such as `green` or `#73bf69`; undefined: one is chosen. */
  readonly color?: string | undefined;
}

/**
 * Of states without a color of their own. None of them means good or bad, as green, yellow, orange and red do, and none means
 * unknown, as grey does. Neighbours differ in hue, because states follow each other on a timeline.
 */
const STATE_COLORS = [
  'blue',
  'purple',
  // Grafana has no names for teal, brown and pink.
  '#17a2a2',
  '#a2703c',
  '#d35fa8',
  'dark-blue',
  'super-light-purple',
  '#0b6e6e',
];

/** @param index the place of the state among those of its tag */
export function stateColor({ color }: Pick<TagState, 'color'>, index: number): string {
  return color ?? STATE_COLORS[index % STATE_COLORS.length]!;
}

/** The limits of a tag, from the lowest to the highest, as in alarm systems. */
export const LIMIT_NAMES = ['lowLow', 'low', 'high', 'highHigh'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** The limits that are set: each one is lower than the next. */
export type TagLimits = { readonly [Name in LimitName]?: number };

/** What is known about the values of a tag. */
export interface TagProfile {
  /** Empty: the values have no names. */
  readonly states: readonly TagState[];
  readonly limits: TagLimits;
}

/** The profile that the settings give all tags that match. */
export interface ProfileSetting extends TagProfile {
  /** A pattern for the type of the device, see `compilePatterns`; empty: every type. */
  readonly deviceType: string;
  /** A pattern for the key of the tag. */
  readonly tag: string;
  readonly meter?: MeterSetting;
}

/** The profiles of the settings, ready to be found. */
export interface TagProfiles {
  readonly settings: readonly CompiledSetting[];
  readonly tagTypes: TagTypeWords;
  /** Those of tags that were looked up, because panels ask for the same ones at every refresh. */
  readonly found: Map<string, TagProfile>;
}

/** Those of a data source without settings: only the names of tags say what their values mean. */
export function noTagSettings(): TagProfiles {
  return { settings: [], tagTypes: TAG_TYPE_WORDS, found: new Map() };
}

interface CompiledSetting {
  readonly setting: ProfileSetting;
  /** Matches nothing if a pattern is invalid. */
  readonly matches: (deviceType: string, tagKey: string) => boolean;
  readonly invalid: { readonly field: 'deviceType' | 'tag'; readonly pattern: InvalidPattern } | undefined;
}

/** Compiles the patterns of the settings once. A setting with an invalid pattern matches no tag, and says so. */
export async function compileTagProfiles(
  settings: readonly ProfileSetting[],
  tagTypes: TagTypeWords = TAG_TYPE_WORDS
): Promise<TagProfiles> {
  return { settings: await Promise.all(settings.map(compileSetting)), tagTypes, found: new Map() };
}

/** Compiles the settings when a profile is first needed, once; again after a failure to load what regular expressions need. */
export function createProfileLoader(
  settings: readonly ProfileSetting[],
  tagTypes: TagTypeWords
): () => Promise<TagProfiles> {
  let compiled: Promise<TagProfiles> | undefined;
  return () => {
    compiled ??= compileTagProfiles(settings, tagTypes).catch((error: unknown) => {
      compiled = undefined;
      throw error;
    });
    return compiled;
  };
}

async function compileSetting(setting: ProfileSetting): Promise<CompiledSetting> {
  const deviceType = await compilePatterns(setting.deviceType === '' ? [] : [setting.deviceType]);
  const tag = await compilePatterns([setting.tag]);
  if (isInvalidPattern(deviceType)) {
    return { setting, matches: matchNothing, invalid: { field: 'deviceType', pattern: deviceType } };
  }
  if (isInvalidPattern(tag)) {
    return { setting, matches: matchNothing, invalid: { field: 'tag', pattern: tag } };
  }
  return { setting, matches: matchBoth(deviceType, tag), invalid: undefined };
}

function matchNothing(): boolean {
  return false;
}

function matchBoth(deviceType: TextMatcher, tag: TextMatcher): CompiledSetting['matches'] {
  return (type, key) => tag(key) && deviceType(type);
}

/** More tags than any plant has: a server that names its tags anew all the time must not fill the memory. */
const MAX_FOUND = 100_000;

/**
 * The profile of a tag. Its states are those of the first setting that matches and names states; if there is none, those in the
 * tag's own name, see `tagStateNames`. Its limits are those of the first setting that matches and has a limit, all of them: limits
 * of different settings are not mixed.
 * @param deviceType as the server names it; empty if the inventory does not list the device
 * @param tag its name, or its key where the server does not send a name
 */
export function findTagProfile({ settings, tagTypes, found }: TagProfiles, deviceType: string, tag: Tag): TagProfile {
  const id = JSON.stringify([deviceType, tag.key, tag.name, tag.unit, tag.type]);
  const known = found.get(id);
  if (known !== undefined) {
    return known;
  }
  const matching = settings.filter(({ matches }) => matches(deviceType, tag.key)).map(({ setting }) => setting);
  const profile: TagProfile = {
    states: matching.find(({ states }) => states.length > 0)?.states ?? tagStateNames(tag, tagTypes).states,
    limits: matching.find(({ limits }) => hasLimits(limits))?.limits ?? {},
  };
  if (found.size >= MAX_FOUND) {
    found.clear();
  }
  found.set(id, profile);
  return profile;
}

/** What the settings say of a meter; undefined: nothing. */
export function findMeter(
  { settings }: TagProfiles,
  deviceType: string,
  { device, tag }: { readonly device: string; readonly tag: string }
): Meter | undefined {
  const found = settings.flatMap(({ setting: { meter }, matches }) =>
    meter !== undefined && matches(deviceType, tag) ? [meter] : []
  );
  return meterOf(found, device);
}

/** True if at least one limit is set. */
export function hasLimits(limits: TagLimits): boolean {
  return LIMIT_NAMES.some((name) => limits[name] !== undefined);
}

/** The name of a state; undefined if the value has none. */
export function findStateName(states: readonly TagState[], value: number): string | undefined {
  return states.find((state) => state.value === value)?.name;
}

/** The value of a state by its name, whatever its case; undefined if no state has the name. */
export function findStateValue(states: readonly TagState[], name: string): number | undefined {
  const wanted = name.trim().toLowerCase();
  return (states.find((state) => state.name === name) ?? states.find((state) => state.name.toLowerCase() === wanted))
    ?.value;
}
