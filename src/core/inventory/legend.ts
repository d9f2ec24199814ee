import type { Device } from './device';
import { tagStateNames } from './stateNames';
import { findTagProfile, type TagProfile, type TagProfiles } from './tagProfile';
import type { SeriesId } from './seriesId';

/** Names and unit of a series: from its history, else from the inventory where the key may read it. */
export interface SeriesLabels {
  readonly site: string;
  readonly area: string;
  readonly device: string;
  readonly deviceName: string;
  /** As the server names it; empty when it is not known. */
  readonly deviceType: string;
  readonly tag: string;
  /** Without the names of states that are written in it, which panels show instead of their values. */
  readonly name: string;
  /** As the server sends it. */
  readonly fullName: string;
  readonly unit: string;
  /** The tag's type as the server names it; empty when it is not known. */
  readonly type: string;
}

/**
 * @param device the device of the series; undefined if the inventory does not list it
 * @param sent what the server sent with the data of the series; it wins over the inventory
 */
export function seriesLabels(
  series: SeriesId,
  device: Device | undefined,
  sent: { readonly name: string; readonly unit: string } = { name: '', unit: '' }
): SeriesLabels {
  const tag = device?.tags.find(({ key }) => key === series.tag);
  const fullName = sent.name || tag?.name || series.tag;
  const unit = sent.unit || tag?.unit || '';
  const type = tag?.type ?? '';
  return {
    site: device?.site ?? '',
    area: device?.area ?? '',
    device: series.device,
    deviceName: device?.name || series.device,
    deviceType: device?.type ?? '',
    tag: series.tag,
    name: tagStateNames({ name: fullName, unit, type }).displayName,
    fullName,
    unit,
    type,
  };
}

/** What is known about the values of a series. */
export function seriesProfile(
  profiles: TagProfiles,
  { deviceType, tag, fullName, unit, type }: SeriesLabels
): TagProfile {
  return findTagProfile(profiles, deviceType, { key: tag, name: fullName, unit, type });
}

/** The labels that have a value, as Grafana's labels of a field. */
export function presentLabels({ site, area, device, tag }: SeriesLabels): Record<string, string> {
  return { ...(site && { site }), ...(area && { area }), device, tag };
}

/** A series, and what its query says about its name. */
export interface SeriesToName {
  readonly labels: SeriesLabels;
  /** The legend template of its query. */
  readonly template: string;
  /** How much earlier its data is from, in words; undefined: it is not shifted. */
  readonly shift?: string | undefined;
  /** How old its value is, in words; undefined: it has more than one value. */
  readonly age?: string | undefined;
  /** The letter of its query. */
  readonly refId: string;
}

/**
 * Names the series of all queries of a panel uniquely, because a band finds its lower edge by name. A name that occurs once
 * stays as it is. Equal names get a suffix that distinguishes them: the device code, the tag key, the letter of the query, or
 * else a number.
 * @returns a name for each of the series, in their order
 */
export function distinctNames(series: readonly SeriesToName[]): string[] {
  const fromTemplates = series.map(({ labels, template, ...words }) => legendName(labels, template, words));
  const names = [...fromTemplates];
  // A suffixed name must not equal what a template gives another series.
  const taken = new Set(fromTemplates);
  const places = new Map<string, number[]>();
  fromTemplates.forEach((name, index) => {
    const others = places.get(name);
    if (others === undefined) {
      places.set(name, [index]);
    } else {
      others.push(index);
    }
  });
  for (const [name, duplicates] of places) {
    if (duplicates.length > 1) {
      const suffixed = withSuffixes(
        name,
        duplicates.map((index) => series[index]!),
        taken
      );
      duplicates.forEach((index, place) => (names[index] = suffixed[place]!));
      suffixed.forEach((other) => taken.add(other));
    }
  }
  return names;
}

/** What can distinguish two series, shortest first. */
const SUFFIXES: ReadonlyArray<(series: SeriesToName) => string> = [
  ({ labels }) => labels.device,
  ({ labels }) => labels.tag,
  ({ labels }) => `${labels.device} · ${labels.tag}`,
  ({ refId }) => refId,
  ({ labels, refId }) => `${labels.device} · ${labels.tag} · ${refId}`,
];

function withSuffixes(name: string, duplicates: readonly SeriesToName[], taken: ReadonlySet<string>): string[] {
  for (const suffix of SUFFIXES) {
    const suffixed = duplicates.map((series) => `${name} (${suffix(series)})`);
    if (new Set(suffixed).size === suffixed.length && !suffixed.some((other) => taken.has(other))) {
      return suffixed;
    }
  }
  return numbered(name, duplicates.length, taken);
}

function numbered(name: string, count: number, taken: ReadonlySet<string>): string[] {
  const suffixed: string[] = [];
  for (let number = 1; suffixed.length < count; number++) {
    const candidate = `${name} (${number})`;
    if (!taken.has(candidate)) {
      suffixed.push(candidate);
    }
  }
  return suffixed;
}

/** The placeholders of a legend template and where each comes from. */
const LEGEND_PLACEHOLDERS: ReadonlyMap<string, keyof SeriesLabels> = new Map([
  ['site', 'site'],
  ['area', 'area'],
  ['device', 'deviceName'],
  ['code', 'device'],
  ['tag', 'tag'],
  ['name', 'name'],
  ['unit', 'unit'],
]);

/** No legend has room for more. Thousands of placeholders, each for a long name, would take gigabytes for a few hundred series. */
const MAX_NAME_LENGTH = 1000;

const SHIFT_PLACEHOLDER = 'shift';
const AGE_PLACEHOLDER = 'age';
const DEFAULT_TEMPLATE = '{{device}} · {{name}}';

/** A legend template with a place for the age, at its end unless it has one. */
export function withAgePlaceholder(template: string): string {
  const hasPlace = new RegExp(`\\{\\{\\s*${AGE_PLACEHOLDER}\\s*\\}\\}`).test(template);
  return hasPlace ? template : `${writtenTemplate(template)} · {{${AGE_PLACEHOLDER}}}`;
}

function writtenTemplate(template: string): string {
  return template.trim() === '' ? DEFAULT_TEMPLATE : template;
}

/**
 * Fills placeholders such as `{{device}}`; unknown ones stay, so that a typing error is visible. A shift follows in brackets
 * unless the template has a place for it. A name that is too long ends with `…`.
 */
export function legendName(
  labels: SeriesLabels,
  template: string,
  { shift, age }: Pick<SeriesToName, 'shift' | 'age'> = {}
): string {
  let namesShift = false;
  const written = writtenTemplate(template).slice(0, MAX_NAME_LENGTH + 1);
  const filled = written.replace(/\{\{\s*(\w+)\s*\}\}/g, (unchanged, placeholder: string) => {
    if (placeholder === SHIFT_PLACEHOLDER) {
      namesShift = true;
      return shift ?? '';
    }
    if (placeholder === AGE_PLACEHOLDER && age !== undefined) {
      return age;
    }
    const field = LEGEND_PLACEHOLDERS.get(placeholder);
    return field === undefined ? unchanged : labels[field];
  });
  const name = namesShift ? filled.trim() : shift === undefined ? filled : `${filled} (${shift})`;
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
