/** What a check of an archive found. */
export type Outcome =
  | { readonly result: 'passed'; readonly notes: readonly string[] }
  | { readonly result: 'failed'; readonly findings: readonly string[] }
  /** Nothing is known, so a release does not pass. */
  | { readonly result: 'skipped'; readonly reason: string };

/** How the program of a check ended. */
export interface Ended {
  /** null if it could not be started. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last lines of both outputs. */
  readonly lastOutput: string;
}

export interface ArchiveCheck {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly outcome: (ended: Ended) => Outcome;
}

export interface Archive {
  readonly file: string;
  /** The root of the repository. */
  readonly sources: string;
  /** The npm packages in the bundles of the archive. */
  readonly npmPackages: readonly string[];
}

/** The checks of an archive that need programs or data from elsewhere: each says so if it cannot get them. */
export function archiveChecks({ file, sources, npmPackages }: Archive, hasValidator: boolean): readonly ArchiveCheck[] {
  const arguments_ = (archive: string, folder: string) => [
    '-jsonOutput',
    '-sourceCodeUri',
    `file://${folder}`,
    archive,
  ];
  return [
    {
      name: 'validator of the catalog',
      command: hasValidator
        ? ['env', 'DEBUG=1', 'plugincheck2', ...arguments_(file, sources)]
        : [
            ...([
              'docker',
              'run',
              '--rm',
              '-e',
              'DEBUG=1',
              '-v',
              `${file}:/archive.zip:ro`,
              '-v',
              `${sources}:/sources:ro`,
            ] as const),
            'grafana/plugin-validator-cli:v0.45.6',
            ...arguments_('/archive.zip', '/sources'),
          ],
      outcome: validatorOutcome,
    },
    {
      name: 'checker of the catalog’s pages',
      command: ['npx', '--yes', '--loglevel=error', '@grafana/plugin-docs-cli@0.2.2', 'validate', '--json'],
      outcome: pagesOutcome,
    },
    {
      name: 'known vulnerabilities of the backend',
      command: ['go', 'run', 'golang.org/x/vuln/cmd/govulncheck@v1.9.0', './pkg/...'],
      outcome: goOutcome,
    },
    {
      name: 'known vulnerabilities of the bundles',
      command: ['npm', 'audit', '--json', '--omit=dev'],
      outcome: (ended) => auditOutcome(ended, npmPackages),
    },
    {
      name: 'known vulnerabilities of the service',
      command: ['npm', 'audit', '--json', '--omit=dev', '--workspace', 'telemetry-api'],
      outcome: (ended) => auditOutcome(ended),
    },
  ];
}

interface Finding {
  readonly Severity: string;
  readonly Title: string;
}

/**
 * Of `plugincheck2 -jsonOutput`, whose report follows its messages. Only errors reject a plugin. An analyzer that fails ends the
 * others, too: the report is then incomplete, and only a message says so.
 */
export function validatorOutcome(ended: Ended): Outcome {
  const failure = /^\[DEBUG\] check failed: (.*)$/m.exec(ended.stdout)?.[1];
  if (failure !== undefined) {
    return { result: 'skipped', reason: `it ended before its last analyzer: ${failure}` };
  }
  const report = parse(/^\{\n[^]*/m.exec(ended.stdout)?.[0] ?? '') as
    { readonly 'plugin-validator'?: Readonly<Record<string, readonly Finding[]>> } | undefined;
  if (report?.['plugin-validator'] === undefined) {
    return skipped(ended);
  }
  const findings = Object.values(report['plugin-validator']).flat();
  const line = ({ Severity, Title }: Finding) => `${Severity}: ${Title}`;
  const isError = ({ Severity }: Finding) => Severity === 'error';
  return findings.some(isError)
    ? { result: 'failed', findings: findings.map(line) }
    : { result: 'passed', notes: findings.map(line) };
}

interface Diagnostic {
  readonly severity: string;
  readonly file?: string;
  readonly title: string;
}

/** Of `plugin-docs-cli validate --json`. */
export function pagesOutcome(ended: Ended): Outcome {
  const report = parse(ended.stdout) as
    { readonly valid?: boolean; readonly diagnostics?: readonly Diagnostic[] } | undefined;
  if (report?.diagnostics === undefined) {
    return skipped(ended);
  }
  const lines = report.diagnostics.map(({ severity, file = '', title }) => `${severity}: ${file} ${title}`);
  return report.valid === true ? { result: 'passed', notes: lines } : { result: 'failed', findings: lines };
}

/** Of `govulncheck`, which without its database ends with an error, too. `go run` does not pass its exit code on. */
export function goOutcome(ended: Ended): Outcome {
  if (ended.code === 0) {
    return { result: 'passed', notes: [] };
  }
  const findings = [...ended.stdout.matchAll(/^Vulnerability #\d+: (.*)$/gm)].map(([, id = '']) => id);
  return findings.length > 0 ? { result: 'failed', findings } : skipped(ended);
}

interface Vulnerability {
  readonly name: string;
  readonly severity: string;
}

/**
 * Of `npm audit --json`.
 * @param shipped the packages that count; all by default
 */
export function auditOutcome(ended: Ended, shipped?: readonly string[]): Outcome {
  const report = parse(ended.stdout) as
    { readonly vulnerabilities?: Readonly<Record<string, Vulnerability>> } | undefined;
  if (report?.vulnerabilities === undefined) {
    return skipped(ended);
  }
  const found = Object.values(report.vulnerabilities).filter(({ name }) => shipped?.includes(name) ?? true);
  return found.length === 0
    ? { result: 'passed', notes: [] }
    : { result: 'failed', findings: found.map(({ name, severity }) => `${name}: ${severity}`) };
}

/** The first line of npm's errors after their code; advice follows. */
const NPM_CAUSE = /^npm error (?!code )/;
/** What npm and Go print after the cause. */
const WITHOUT_CAUSE = /A complete log of this run|^exit status \d+$/;

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Names the cause: npm's own message or error, or the last line. */
function skipped({ code, stdout, lastOutput }: Ended): Outcome {
  const report = parse(stdout) as { readonly message?: string } | undefined;
  const lines = lastOutput.split('\n').filter((line) => /\w/.test(line) && !WITHOUT_CAUSE.test(line));
  const reason =
    report?.message ??
    (lines.find((line) => NPM_CAUSE.test(line)) ?? lines.at(-1))?.trim() ??
    `no output, exit code ${code}`;
  return { result: 'skipped', reason: reason.replace(/^spawn (\S+) ENOENT$/, '$1 is not installed') };
}
