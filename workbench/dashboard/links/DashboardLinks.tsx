import { textUtil } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import type { DashboardLink } from '@grafana/schema';
import { Button, Dropdown, LinkButton, Menu } from '@grafana/ui';
import React from 'react';
import { useLocation } from 'react-router-dom';
import { dashboardPath, listedDashboards, withLanguage } from '../../page/dashboards.ts';
import { linkUrl } from '../../page/linkUrl.ts';

/** The links of a dashboard to other pages, and its menus of dashboards with certain tags. */
export function DashboardLinks({ links }: { links: DashboardLink[] }) {
  const { search } = useLocation();
  return links.map((link, index) =>
    link.type === 'dashboards' ? (
      <Dropdown key={index} overlay={<DashboardMenu link={link} search={search} />}>
        <Button variant="secondary" icon="bars" tooltip={link.tooltip || undefined}>
          {link.title}
        </Button>
      </Dropdown>
    ) : (
      <LinkButton
        key={index}
        variant="secondary"
        icon={link.targetBlank ? 'external-link-alt' : 'link'}
        href={textUtil.sanitizeUrl(withLanguage(linkUrl({ ...link, url: getTemplateSrv().replace(link.url) }, search)))}
        target={link.targetBlank ? '_blank' : undefined}
        tooltip={link.tooltip || undefined}
      >
        {link.title}
      </LinkButton>
    )
  );
}

function DashboardMenu({ link, search }: { link: DashboardLink; search: string }) {
  const linked = listedDashboards().filter(({ tags }) => link.tags.every((tag) => tags.includes(tag)));
  return (
    <Menu>
      {linked.map(({ uid, title }) => (
        <Menu.Item key={uid} label={title} url={linkUrl({ ...link, url: dashboardPath(uid) }, search)} />
      ))}
    </Menu>
  );
}
