import { EmptyState, LinkButton } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

export function NotFoundView() {
  return (
    <EmptyState
      variant="not-found"
      message={text('frame.notFound')}
      button={<LinkButton href="/dashboards">{text('frame.home')}</LinkButton>}
    />
  );
}
