import { type Problem, shown } from './problem.ts';

/**
 * A cell as text: a CSV cell as it is, a JSON number in digits, a missing one as ''.
 * @param name of the field, for the message
 */
export function cellText(cell: unknown, name: string): string | Problem {
  if (typeof cell === 'string') {
    return cell;
  }
  if (cell === undefined || cell === null) {
    return '';
  }
  if (typeof cell === 'number') {
    return String(cell);
  }
  return {
    reason: `${name} has the wrong type`,
    detail: `${name} ${shown(JSON.stringify(cell))} is neither a string nor a number`,
  };
}
