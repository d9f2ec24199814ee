import { t } from '@grafana/i18n';
import { compileTagProfiles, type ProfileSetting } from '../core/inventory/tagProfile';
import type { TagColumn, TagHeadings } from '../query/tagColumns';
import { MAX_TAG_ROWS, type TagProblem } from '../query/tagSettings';
import type { ContinuedCell } from '../query/tagText';
import { limitTexts } from './limitTexts';
import { invalidPatternMessage } from './patternTexts';
import { translate } from './translate';

/* The words of the setting `tags`: its columns, and what is wrong in it. */

export function tagHeadings(): TagHeadings {
  return {
    deviceType: t('settings.tags.deviceType', 'Device type'),
    tag: t('settings.tags.tag', 'Tag'),
    states: t('settings.tags.states', 'States'),
    ...limitTexts(),
    rolloverAt: t('settings.tags.rolloverAt', 'Rolls over at'),
    maxPerHour: t('settings.tags.maxPerHour', 'Largest increase per hour'),
    replaced: t('settings.tags.replaced', 'Replaced'),
  };
}

/** What is wrong, where, and what is allowed. */
export function tagProblemText(problem: TagProblem): string {
  return withPlace(problem.row, problem.column, reasonText(problem));
}

/** The same of a text, which has lines. */
export function tagLineProblemText(problem: TagProblem): string {
  const { row: line, column } = problem;
  const values = { line, reason: reasonText(problem) };
  return column === undefined
    ? translate('settings.tags.inLine', 'Line {{line}}: {{reason}}', values)
    : translate('settings.tags.inLineCell', 'Line {{line}}, {{column}}: {{reason}}', {
        ...values,
        column: tagHeadings()[column],
      });
}

/** Why a text is no number that a limit can have. */
export function numberProblemText(reason: 'number' | 'ambiguousNumber', found: string): string {
  return reasonText({ reason, found });
}

/** A text per line with cells that continue the ones above them: “Line 3: Device type “linea”, Tag “speed””. */
export function continuedLineTexts(cells: readonly ContinuedCell[]): string[] {
  const headings = tagHeadings();
  const byLine = new Map<number, string[]>();
  for (const { line, column, value } of cells) {
    byLine.set(line, [...(byLine.get(line) ?? []), `${headings[column]} “${value}”`]);
  }
  return [...byLine].map(([line, texts]) =>
    translate('settings.tags.inLine', 'Line {{line}}: {{reason}}', { line, reason: texts.join(', ') })
  );
}

/** A pattern that cannot be used, so that its row matches no tag. */
export interface PatternProblem {
  /** Without the row and the column. */
  readonly reason: string;
  readonly text: string;
}

export async function patternProblems(rows: readonly ProfileSetting[]): Promise<PatternProblem[]> {
  const { settings } = await compileTagProfiles(rows);
  return settings.flatMap(({ invalid }, index) => {
    if (invalid === undefined) {
      return [];
    }
    const reason = invalidPatternMessage(invalid.pattern);
    return [{ reason, text: withPlace(index + 1, invalid.field, reason) }];
  });
}

function withPlace(row: number | undefined, column: TagColumn | undefined, reason: string): string {
  if (row === undefined) {
    return reason;
  }
  return column === undefined
    ? translate('settings.tags.inRow', 'Row {{row}}: {{reason}}', { row, reason })
    : translate('settings.tags.inCell', 'Row {{row}}, {{column}}: {{reason}}', {
        row,
        column: tagHeadings()[column],
        reason,
      });
}

function reasonText({ reason, found }: Pick<TagProblem, 'reason' | 'found'>): string {
  const values = { found };
  switch (reason) {
    case 'shape':
      return translate(
        'settings.tags.shape',
        '{{found}} cannot be read. The setting is a list of rows with “tag”, and “states” (a list) or “limits”.',
        values
      );
    case 'tooManyRows':
      return translate('settings.tags.tooManyRows', 'there are {{found}} rows, of which {{max}} are used.', {
        ...values,
        max: MAX_TAG_ROWS,
      });
    case 'tooManyCells':
      return translate(
        'settings.tags.tooManyCells',
        '“{{found}}” is beyond the last column. The columns are {{columns}}.',
        {
          ...values,
          columns: Object.values(tagHeadings()).join(', '),
        }
      );
    case 'heading':
      return translate(
        'settings.tags.heading',
        '“{{found}}” is no column, or there twice. The columns are {{columns}}.',
        {
          ...values,
          columns: Object.values(tagHeadings()).join(', '),
        }
      );
    case 'headingLine':
      return translate(
        'settings.tags.headingLine',
        'this looks like a line of headings, and not all that are needed are known: {{found}}. The columns are {{columns}}.',
        { ...values, columns: Object.values(tagHeadings()).join(', ') }
      );
    case 'openQuote':
      return translate('settings.tags.openQuote', 'a quote before “{{found}}” has no end.', {
        ...values,
        found: found.length > 40 ? `${found.slice(0, 40)}…` : found,
      });
    case 'noTag':
      return t('settings.tags.noTag', 'no tag. Enter a tag key, or a pattern such as pres*.');
    case 'noProfile':
      return t('settings.tags.noProfile', 'no states, limits or meter settings.');
    case 'state':
      return translate(
        'settings.tags.state',
        '“{{found}}” is no state. Enter a whole number and a name, such as 1=running.',
        values
      );
    case 'sameValue':
      return translate('settings.tags.sameValue', 'the value {{found}} has two names.', values);
    case 'color':
      return translate('settings.tags.color', '“{{found}}” is no color. Enter one such as green or #73bf69.', values);
    case 'number':
      return translate('settings.tags.number', '“{{found}}” is no number.', values);
    case 'ambiguousNumber':
      return translate(
        'settings.tags.ambiguousNumber',
        '“{{found}}” can be a decimal number or thousands. Enter it without separators, or with another number of decimals.',
        values
      );
    case 'sameLimit':
      return translate(
        'settings.tags.sameLimit',
        '“{{found}}” is another number of the row that this line continues.',
        values
      );
    case 'positive':
      return translate('settings.tags.positive', '{{found}} is not above 0.', values);
    case 'replacement':
      return translate(
        'settings.tags.replacement',
        '“{{found}}” is no replacement. Enter a time with its offset from UTC, the last value of the old meter and the first one of the new meter, such as 2026-09-14T09:30+02:00 98265.7 -> 12. For a single device, put its code first.',
        values
      );
    case 'order':
      return translate('settings.tags.order', '{{found}} is not higher than the limit before it.', values);
  }
}
