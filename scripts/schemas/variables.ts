import type { TObject } from 'typebox';
import { DatabaseVariables, RetentionVariables, ServerVariables } from '../../telemetry-api/config/environment.ts';

/* The environment variables of the service for people, from what it reads and checks. */

/** The keywords of the schemas that a reader of the page needs. */
interface Variable {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
  readonly description?: string;
}

/** A line for each variable in Markdown: default, bounds and meaning. */
export function variablesLists(): string {
  return [
    `Of every command:\n\n${list(DatabaseVariables)}`,
    `Of \`serve\` and \`retention run\`:\n\n${list(RetentionVariables)}`,
    `Of \`serve\`:\n\n${list(ServerVariables)}`,
  ].join('\n\n');
}

function list({ properties }: TObject): string {
  return Object.entries<Variable>(properties)
    .map(([name, variable]) => {
      // A default that depends on something is in the description, in words.
      const [meaning = '', inWords = ''] = (variable.description ?? '').split('; default: ');
      const otherwise = variable.default === undefined ? inWords : `\`${variable.default}\``;
      const values = [otherwise, allowed(variable)].filter(Boolean).join('; ');
      return `- \`${name}\`${values === '' ? '' : ` (${values})`}: ${meaning}`;
    })
    .join('\n');
}

function allowed({ type, enum: words = [], minimum, maximum }: Variable): string {
  return type === 'integer'
    ? `${minimum?.toLocaleString('en-US')} to ${maximum?.toLocaleString('en-US')}`
    : words.map((word) => `\`${word}\``).join(', ');
}
