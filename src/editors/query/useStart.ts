import { useEffect, useRef } from 'react';
import type { ProposedLimit } from '../../core/alerts/proposedLimit';
import type { LimitName } from '../../core/inventory/tagProfile';
import type { SavedCondition } from '../../query/condition';
import type { SelectedTags } from './useSelectedTags';

/** Digits of a level that was computed of several values. */
const PRECISION = 4;

/** A proposed limit as the condition of an alert on it; the operator that it has if the alerts do not say on which side they were. */
export function proposedCondition(
  { value, direction }: ProposedLimit,
  operator: SavedCondition['operator']
): SavedCondition {
  const sides = { rising: '>', falling: '<' } as const;
  return {
    operator: direction === undefined ? operator : sides[direction],
    value: String(Number(value.toPrecision(PRECISION))),
    upper: '',
  };
}

/** The limits of tags with the side that is beyond, those that most plants watch first. */
export const FIRST_LIMITS: ReadonlyArray<readonly [LimitName, '>' | '<']> = [
  ['high', '>'],
  ['highHigh', '>'],
  ['low', '<'],
  ['lowLow', '<'],
];

/**
 * The condition that tags suggest: beyond a limit that all of them have, or the level at which most alerts of a single one began.
 * Undefined for states, which are shown without a condition, and until all tags are known.
 */
export function startCondition(
  { tags, areAll }: SelectedTags,
  proposals: readonly ProposedLimit[]
): SavedCondition | undefined {
  if (!areAll || tags.some(({ profile }) => profile.states.length > 0)) {
    return undefined;
  }
  const limit = FIRST_LIMITS.find(([name]) => tags.every(({ profile }) => profile.limits[name] !== undefined));
  if (limit !== undefined) {
    return { operator: limit[1], value: limit[0], upper: '' };
  }
  const sided = tags.length === 1 ? proposals.filter(({ direction }) => direction !== undefined) : [];
  const proposal = sided.find(({ direction }) => direction === 'rising') ?? sided[0];
  return proposal && proposedCondition(proposal, '>');
}

interface Start {
  readonly condition: SavedCondition;
  /** The condition that the selected tags suggest, once it is known. */
  readonly suggested: SavedCondition | undefined;
  /** What the query selects: another one begins with what its own tags suggest. */
  readonly selection: string;
  /** True if the selection that the editor opens with has no condition yet, either. */
  readonly isNew: boolean;
  /** True while somebody is at the fields of the condition, which must not change under their hands. */
  isInUse(): boolean;
  onChange(condition: SavedCondition): void;
}

/** Lets a selection that is made in the editor begin with the condition that its tags suggest, once. What somebody chose stays. */
export function useStart({ condition, suggested, selection, isNew, isInUse, onChange }: Start): void {
  const settled = useRef(isNew ? undefined : selection);
  const begun = useRef<string>(undefined);
  useEffect(() => {
    if (settled.current === selection) {
      return;
    }
    if (condition.value !== '') {
      if (begun.current === JSON.stringify(condition)) {
        begun.current = undefined;
        onChange({ ...condition, value: '' });
      } else {
        settled.current = selection;
      }
    } else if (suggested !== undefined) {
      settled.current = selection;
      if (isInUse()) {
        return;
      }
      begun.current = JSON.stringify(suggested);
      onChange(suggested);
    }
  }, [selection, condition, suggested, isInUse, onChange]);
}
