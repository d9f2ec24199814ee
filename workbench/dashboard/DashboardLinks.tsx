import { textUtil } from '@grafana/data';
import type { DashboardLink } from '@grafana/schema';
import { LinkButton } from '@grafana/ui';
import React from 'react';
import { useLocation } from 'react-router-dom';
import { linkUrl } from './linkUrl.ts';

/** The links of a dashboard to other pages. A link can keep the time range and the variables. */
export function DashboardLinks({ links }: { links: DashboardLink[] }) {
  const { search } = useLocation();
  return links.map((link, index) => (
    <LinkButton
      key={index}
      variant="secondary"
      icon={link.targetBlank ? 'external-link-alt' : 'link'}
      href={textUtil.sanitizeUrl(linkUrl(link, search))}
      target={link.targetBlank ? '_blank' : undefined}
      tooltip={link.tooltip || undefined}
    >
      {link.title}
    </LinkButton>
  ));
}
