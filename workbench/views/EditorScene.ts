import type { CoreApp, DataQueryRequest } from '@grafana/data';
import {
  SceneObjectBase,
  SceneRefreshPicker,
  SceneTimePicker,
  SceneTimeRange,
  UserActionEvent,
  type DataRequestEnricher,
  type SceneComponentProps,
  type SceneObject,
  type SceneObjectState,
} from '@grafana/scenes';
import type { ReactNode } from 'react';
import { showScene } from '../host/HostTemplateSrv.ts';
import type { InspectTab } from '../inspect/InspectPane.tsx';

interface EditorSceneState extends SceneObjectState {
  readonly app: CoreApp;
  /** The objects that `render` shows. In the state, they have the data, variables and time range of the scene. */
  readonly parts: SceneObject[];
  readonly render: (scene: EditorScene) => ReactNode;
  /** Undefined if what is edited does not depend on the time. */
  readonly pickers?: [SceneTimePicker, SceneRefreshPicker];
  readonly inspectTab: InspectTab;
}

type EditorSceneOptions = Omit<EditorSceneState, 'inspectTab' | 'pickers'> & { readonly from?: string };

/** What one of the plugin's editors edits, with its result. */
export class EditorScene extends SceneObjectBase<EditorSceneState> implements DataRequestEnricher {
  static Component = ({ model }: SceneComponentProps<EditorScene>) => {
    const { render } = model.useState();
    return render(model);
  };

  /** @param options.from start of the initial time range; without it, there is no time picker */
  constructor({ from, ...options }: EditorSceneOptions) {
    super({
      ...options,
      inspectTab: 'frames',
      $timeRange: new SceneTimeRange({ from: from ?? 'now-6h', to: 'now' }),
      pickers: from
        ? [new SceneTimePicker({}), new SceneRefreshPicker({ withText: true, primary: true, refresh: '' })]
        : undefined,
    });
    this.addActivationHandler(() => {
      // The status button of a panel does not open the inspector itself: it only publishes an event.
      const onAction = ({ payload }: UserActionEvent) =>
        payload.interaction === 'panel-status-message-clicked' && this.showNotices();
      this._subs.add(this.subscribeToEvent(UserActionEvent, onAction));
      return showScene(this);
    });
  }

  readonly showNotices = () => this.setState({ inspectTab: 'notices' });

  enrichDataRequest(): Partial<DataQueryRequest> {
    return { app: this.state.app };
  }
}
