/** The published versions of a package, in any order. */
export type PublishedVersions = readonly string[];

/**
 * The versions of Grafana to compile against: the oldest supported one, and of each later minor the newest of which every package is
 * published. Packages are published one by one, and now and then one of a patch is missing.
 * @param oldest such as `12.3.0`
 * @returns oldest first
 */
export function versionsToCompile(oldest: string, packages: readonly PublishedVersions[]): readonly string[] {
  const [first = [], ...others] = packages;
  const complete = first
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && compareVersions(version, oldest) > 0)
    .filter((version) => others.every((versions) => versions.includes(version)))
    .sort(compareVersions);
  const newestOfMinor = new Map(complete.map((version) => [minor(version), version]));
  newestOfMinor.delete(minor(oldest));
  return [oldest, ...newestOfMinor.values()];
}

/** Negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
