import type { ScopedVars, TypedVariableModel } from '@grafana/data';
import type { TemplateSrv, VariableInterpolation } from '@grafana/runtime';
import { sceneGraph, SceneObjectBase, type SceneObject } from '@grafana/scenes';

declare global {
  interface Window {
    /** The scene on screen; @grafana/scenes sets it, Grafana's own templateSrv reads it too. */
    __grafanaSceneContext?: SceneObject;
  }
}

/** Stands for the scene where none is on screen: scoped variables and macros still work. */
class NoScene extends SceneObjectBase {}
const noScene = new NoScene({});

const VARIABLE_SYNTAX = /\$(\w+)|\[\[(\w+?)(?::(\w+))?\]\]|\$\{(\w+)(?:\.([^:^}]+))?(?::([^}]+))?\}/;

/** The service behind `getTemplateSrv()`: it hands on to the scene that asks, or to the one on screen. */
export class HostTemplateSrv implements TemplateSrv {
  replace(
    target?: string,
    scopedVars?: ScopedVars,
    format?: string | Function,
    interpolations?: VariableInterpolation[]
  ): string {
    const asking: unknown = scopedVars?.__sceneObject?.value?.valueOf();
    const scene = asking instanceof SceneObjectBase ? asking : (window.__grafanaSceneContext ?? noScene);
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

  /** The scene's own time range is used; nothing to remember. */
  updateTimeRange() {}
}
