import { textUtil } from '@grafana/data';
import { LinkButton } from '@grafana/ui';
import React from 'react';
import { useLocation } from 'react-router-dom';
import type { LinkModel } from './dashboardModel.ts';
import { linkAddress } from './linkAddress.ts';

/** The links of a dashboard to other pages, taking time range and variables along where they say so. */
export function DashboardLinks({ links }: { links: LinkModel[] }) {
  const { search } = useLocation();
  return links.map((link) => (
    <LinkButton
      key={link.title + link.url}
      variant="secondary"
      icon={link.opensTab ? 'external-link-alt' : 'link'}
      href={textUtil.sanitizeUrl(linkAddress(link, search))}
      target={link.opensTab ? '_blank' : undefined}
      tooltip={link.tooltip || undefined}
    >
      {link.title}
    </LinkButton>
  ));
}
