/** What a severity means, whatever the server calls it. */
export type SeverityLevel = 'info' | 'warning' | 'critical';

/** The words that servers are known to use, most severe first. The specification leaves them open. */
export const SEVERITY_LEVELS: ReadonlyArray<readonly [word: string, level: SeverityLevel]> = [
  ['critica', 'critical'],
  ['crítica', 'critical'],
  ['critical', 'critical'],
  ['advertencia', 'warning'],
  ['warning', 'warning'],
  ['info', 'info'],
];

const LEVEL_OF: ReadonlyMap<string, SeverityLevel> = new Map(SEVERITY_LEVELS);

/** Undefined for a word that only the server knows. */
export function severityLevelOf(severity: string): SeverityLevel | undefined {
  return LEVEL_OF.get(severity);
}
