import type { ScopedVars, TypedVariableModel } from '@grafana/data';
import type { TemplateSrv, VariableInterpolation } from '@grafana/runtime';
import { sceneGraph, SceneObjectBase, type SceneObject } from '@grafana/scenes';

declare global {
  interface Window {
    /** The scene on screen. Grafana's own templateSrv reads the same global. */
    __grafanaSceneContext?: SceneObject;
  }
}

/**
 * Makes this the scene on screen.
 * @returns a function that undoes it
 */
export function showScene(scene: SceneObject): () => void {
  window.__grafanaSceneContext = scene;
  return () => {
    window.__grafanaSceneContext = undefined;
  };
}

/** Used when no scene is on screen, so that scoped variables and macros still work. */
class EmptyScene extends SceneObjectBase {}
const EMPTY_SCENE = new EmptyScene({});

const VARIABLE_SYNTAX = /\$(\w+)|\[\[(\w+?)(?::(\w+))?\]\]|\$\{(\w+)(?:\.([^:^}]+))?(?::([^}]+))?\}/;

/** The service behind `getTemplateSrv()`. It delegates to the calling scene object, or else to the scene on screen. */
export class HostTemplateSrv implements TemplateSrv {
  replace(
    target?: string,
    scopedVars?: ScopedVars,
    format?: string | Function,
    interpolations?: VariableInterpolation[]
  ): string {
    const caller: unknown = scopedVars?.__sceneObject?.value?.valueOf();
    const scene = caller instanceof SceneObjectBase ? caller : (window.__grafanaSceneContext ?? EMPTY_SCENE);
    return sceneGraph.interpolate(scene, target, scopedVars, format as string | undefined, interpolations);
  }

  getVariables(): TypedVariableModel[] {
    const scene = window.__grafanaSceneContext;
    const variables = scene ? sceneGraph.getVariables(scene).state.variables : [];
    return variables.map((variable) => {
      const { name, label, type, description } = variable.state;
      const value = variable.getValue();
      const current = { value, text: variable.getValueText?.() ?? String(value), selected: true };
      return { ...variable.state, name, label, type, description, current } as unknown as TypedVariableModel;
    });
  }

  containsTemplate(target?: string): boolean {
    return target !== undefined && VARIABLE_SYNTAX.test(target);
  }

  /** Not needed: the scene has its own time range. */
  updateTimeRange() {}
}
