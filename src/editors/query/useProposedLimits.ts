import { useEffect, useState } from 'react';
import type { ProposedLimit } from '../../core/alerts/proposedLimit';
import { hasLimits } from '../../core/inventory/tagProfile';
import type { EditorDataSource } from '../shared/editorProps';
import type { SelectedTags } from './useSelectedTags';

/** More would be a list to read. */
const MAX_PROPOSALS = 3;

const NO_LIMITS: readonly ProposedLimit[] = [];

/**
 * The levels at which the alerts of the selected tags began, that of the most alerts first. Requested only while something can be
 * proposed: a limit that somebody has set is better, and states have no level.
 * @param isWanted false: they are not requested, but those that have been remain
 */
export function useProposedLimits(
  source: EditorDataSource,
  { tags }: SelectedTags,
  isWanted: boolean
): readonly ProposedLimit[] {
  const [received, setReceived] = useState<{ readonly source: EditorDataSource; readonly limits: typeof NO_LIMITS }>();
  const open = tags.filter(({ profile: { states, limits } }) => states.length === 0 && !hasLimits(limits));
  const isNeeded = isWanted && open.length > 0 && received?.source !== source;
  useEffect(() => {
    let isCurrent = true;
    if (isNeeded) {
      void loadLimits(source).then((limits) => {
        if (isCurrent) {
          setReceived({ source, limits });
        }
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [source, isNeeded]);
  if (received?.source !== source) {
    return NO_LIMITS;
  }
  return received.limits
    .filter((limit) => open.some(({ device, tag }) => device.code === limit.device && tag.key === limit.tag))
    .slice(0, MAX_PROPOSALS);
}

/** None if that fails, because a value can also be typed. */
async function loadLimits(source: EditorDataSource): Promise<readonly ProposedLimit[]> {
  try {
    return (await source.listProposedLimits?.()) ?? NO_LIMITS;
  } catch {
    return NO_LIMITS;
  }
}
