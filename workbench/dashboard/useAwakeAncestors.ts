import type { SceneObject } from '@grafana/scenes';
import { useEffect } from 'react';

/**
 * Wakes what a panel stands in while the panel is drawn without it: variables that have got their values tell it only
 * to what can be reached through objects that are awake.
 * @param scene where to stop; it is awake itself
 */
export function useAwakeAncestors(panel: SceneObject | undefined, scene: SceneObject): void {
  useEffect(() => {
    const awake: Array<() => void> = [];
    for (let object = panel?.parent; object !== undefined && object !== scene; object = object.parent) {
      awake.push(object.activate());
    }
    return () => awake.forEach((fallAsleep) => fallAsleep());
  }, [panel, scene]);
}
