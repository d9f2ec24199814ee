import { textUtil } from '@grafana/data';
import { LinkButton } from '@grafana/ui';
import React from 'react';
import { useLocation } from 'react-router-dom';
import type { LinkModel } from './dashboardModel.ts';
import { linkUrl } from './linkUrl.ts';

/** The links of a dashboard to other pages. A link can keep the time range and the variables. */
export function DashboardLinks({ links }: { links: LinkModel[] }) {
  const { search } = useLocation();
  return links.map((link) => (
    <LinkButton
      key={link.title + link.url}
      variant="secondary"
      icon={link.opensInNewTab ? 'external-link-alt' : 'link'}
      href={textUtil.sanitizeUrl(linkUrl(link, search))}
      target={link.opensInNewTab ? '_blank' : undefined}
      tooltip={link.tooltip || undefined}
    >
      {link.title}
    </LinkButton>
  ));
}
