import { textUtil } from '@grafana/data';
import type { DashboardLink } from '@grafana/schema';
import {
  sceneGraph,
  SceneObjectBase,
  VariableDependencyConfig,
  type SceneComponentProps,
  type SceneObjectState,
} from '@grafana/scenes';
import { Icon, PanelChrome } from '@grafana/ui';
import React from 'react';

interface PanelLinksState extends SceneObjectState {
  readonly links: DashboardLink[];
}

/** The links of a panel in its header. They follow the variables and the time range of the panel. */
export class PanelLinks extends SceneObjectBase<PanelLinksState> {
  static Component = LinkIcons;

  protected _variableDependency = new VariableDependencyConfig(this, { statePaths: ['links'] });
}

function LinkIcons({ model }: SceneComponentProps<PanelLinks>) {
  const { links } = model.useState();
  // Renders the links again with each new range.
  sceneGraph.getTimeRange(model).useState();
  return links.map(({ title, url = '', targetBlank }, index) => (
    <PanelChrome.TitleItem
      key={index}
      title={sceneGraph.interpolate(model, title, undefined, 'text')}
      href={textUtil.sanitizeUrl(sceneGraph.interpolate(model, url))}
      target={targetBlank ? '_blank' : undefined}
    >
      <Icon name="external-link-alt" />
    </PanelChrome.TitleItem>
  ));
}
