import type { SeriesLabels } from './seriesLabels';

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
 * Names the series of all queries of a panel, no two alike: a band finds its lower edge by name. A name that occurs once
 * stays as it is. Equal names get a suffix that distinguishes them: the device code, the tag key, the letter of the query, or
 * a number where none of these does.
 * @returns a name for each of the series, in their order
 */
export function distinctNames(series: readonly SeriesToName[]): string[] {
  const fromTemplates = series.map(({ labels, template, ...words }) => legendOf(labels, template, words));
  const names = [...fromTemplates];
  // A suffixed name must not equal what a template gives another series.
  const taken = new Set(fromTemplates);
  for (const name of new Set(fromTemplates)) {
    const alike = [...fromTemplates.keys()].filter((index) => fromTemplates[index] === name);
    if (alike.length > 1) {
      const suffixed = withSuffixes(
        name,
        alike.map((index) => series[index]!),
        taken
      );
      alike.forEach((index, place) => (names[index] = suffixed[place]!));
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

function withSuffixes(name: string, alike: readonly SeriesToName[], taken: ReadonlySet<string>): string[] {
  for (const suffix of SUFFIXES) {
    const apart = alike.map((series) => `${name} (${suffix(series)})`);
    if (new Set(apart).size === apart.length && !apart.some((other) => taken.has(other))) {
      return apart;
    }
  }
  return numbered(name, alike.length, taken);
}

function numbered(name: string, count: number, taken: ReadonlySet<string>): string[] {
  const apart: string[] = [];
  for (let number = 1; apart.length < count; number++) {
    const candidate = `${name} (${number})`;
    if (!taken.has(candidate)) {
      apart.push(candidate);
    }
  }
  return apart;
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

const SHIFT_PLACEHOLDER = 'shift';
const AGE_PLACEHOLDER = 'age';

/**
 * Fills placeholders such as `{{device}}`; unknown ones stay, so that a typing error is visible. A shift follows in brackets
 * unless the template has a place for it.
 */
export function legendOf(
  labels: SeriesLabels,
  template: string,
  { shift, age }: Pick<SeriesToName, 'shift' | 'age'> = {}
): string {
  let namesShift = false;
  const written = template.trim() === '' ? '{{device}} · {{name}}' : template;
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
  return namesShift ? filled.trim() : shift === undefined ? filled : `${filled} (${shift})`;
}
