import { useCallback, useRef } from 'react';
import type { EditorDataSource } from '../shared/editorProps';

/** Loads the rules to suggest when they are first needed; none if that fails, because a rule can also be typed. */
export function useRules(source: EditorDataSource): () => Promise<readonly string[]> {
  const loaded = useRef<{ readonly source: EditorDataSource; readonly rules: Promise<readonly string[]> }>(undefined);
  return useCallback(() => {
    if (loaded.current?.source !== source) {
      loaded.current = { source, rules: source.listRules?.().catch(() => []) ?? Promise.resolve([]) };
    }
    return loaded.current.rules;
  }, [source]);
}
