import { legendOf, type SeriesLabels } from './seriesLabels';

/** A series that is drawn, with what its query says about its name. */
export interface SeriesToName {
  readonly labels: SeriesLabels;
  /** The legend template of its query. */
  readonly template: string;
  /** The letter of its query. */
  readonly refId: string;
}

/**
 * Names the series of all queries of a panel, each another: a band finds its lower edge by name. A name that the templates
 * write once stays as it is; those that are alike get behind them what tells them apart: the code of the device, the key
 * of the tag, the letter of the query, or a number where not even that does.
 * @returns a name for each of the series, in their order
 */
export function distinctNames(series: readonly SeriesToName[]): string[] {
  const written = series.map(({ labels, template }) => legendOf(labels, template));
  const names = [...written];
  // No name is given twice, and none that a template writes for another series.
  const taken = new Set(written);
  for (const name of new Set(written)) {
    const alike = [...written.keys()].filter((index) => written[index] === name);
    if (alike.length > 1) {
      const apart = tellApart(
        name,
        alike.map((index) => series[index]!),
        taken
      );
      alike.forEach((index, place) => (names[index] = apart[place]!));
      apart.forEach((other) => taken.add(other));
    }
  }
  return names;
}

/** What can tell two series apart, the shortest first. */
const TELLTALES: ReadonlyArray<(series: SeriesToName) => string> = [
  ({ labels }) => labels.device,
  ({ labels }) => labels.tag,
  ({ labels }) => `${labels.device} · ${labels.tag}`,
  ({ refId }) => refId,
  ({ labels, refId }) => `${labels.device} · ${labels.tag} · ${refId}`,
];

function tellApart(name: string, alike: readonly SeriesToName[], taken: ReadonlySet<string>): string[] {
  for (const telltale of TELLTALES) {
    const apart = alike.map((series) => `${name} (${telltale(series)})`);
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
