/** The titles that Keep a Changelog has for changes. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** What stands in the place of the date until the version is released. */
const UNRELEASED = 'Unreleased';

interface Release {
  readonly version: string;
  /** As YYYY-MM-DD; undefined until the version is released. */
  readonly date: string | undefined;
  /** Markdown, without the title of the section. */
  readonly notes: string;
}

/** The versions of a changelog in the format of Keep a Changelog, in the order of the text: the newest first. */
export function releases(changelog: string): readonly Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      const [, version = title, date] = /^\[(\S+)\] - (\S+)$/.exec(title) ?? [];
      return { version, date: date === UNRELEASED ? undefined : date, notes: lines.join('\n').trim() };
    });
}

/** The reasons for which a changelog does not describe a version in the format of Keep a Changelog; none if it does. */
export function changelogProblems(changelog: string, version: string): readonly string[] {
  const [newest] = releases(changelog);
  if (newest?.version !== version) {
    return [`The newest entry of CHANGELOG.md is ${newest?.version ?? 'missing'}, the version ${version}.`];
  }
  const kinds = [...newest.notes.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind);
  return [
    ...(newest.date === undefined || /^\d{4}-\d{2}-\d{2}$/.test(newest.date)
      ? []
      : [`The date of ${version} in CHANGELOG.md is ${newest.date}: write YYYY-MM-DD or ${UNRELEASED}.`]),
    ...(kinds.length > 0 ? [] : [`The entry of ${version} in CHANGELOG.md has no section such as ${KINDS[0]}.`]),
    ...kinds
      .filter((kind) => !KINDS.includes(kind))
      .map((kind) => `CHANGELOG.md has a section ${kind}; there are ${KINDS.join(', ')}.`),
  ];
}
