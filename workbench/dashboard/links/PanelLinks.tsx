import { textUtil } from '@grafana/data';
import type { DashboardLink } from '@grafana/schema';
import { sceneGraph, type VizPanel } from '@grafana/scenes';
import { Icon, PanelChrome } from '@grafana/ui';
import React from 'react';

/** The links of a panel in its header. */
export function PanelLinks({ panel, links }: { panel: VizPanel; links: DashboardLink[] }) {
  return links.map(({ title, url = '', targetBlank }, index) => (
    <PanelChrome.TitleItem
      key={index}
      title={sceneGraph.interpolate(panel, title, undefined, 'text')}
      href={textUtil.sanitizeUrl(sceneGraph.interpolate(panel, url))}
      target={targetBlank ? '_blank' : undefined}
    >
      <Icon name="external-link-alt" />
    </PanelChrome.TitleItem>
  ));
}
