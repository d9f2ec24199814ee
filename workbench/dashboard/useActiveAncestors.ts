import type { SceneObject } from '@grafana/scenes';
import { useEffect } from 'react';

/**
 * Activates the ancestors of a panel that is rendered on its own, in full view. A variable that has its values notifies
 * only the objects whose ancestors are active.
 * @param scene the dashboard, which is already active
 */
export function useActiveAncestors(panel: SceneObject | undefined, scene: SceneObject): void {
  useEffect(() => {
    const deactivations: Array<() => void> = [];
    for (let object = panel?.parent; object !== undefined && object !== scene; object = object.parent) {
      deactivations.push(object.activate());
    }
    return () => deactivations.forEach((deactivate) => deactivate());
  }, [panel, scene]);
}
