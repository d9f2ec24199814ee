import { EmptyState, LinkButton } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

export function NotFoundView() {
  const home = <LinkButton href="/">{text('frame.home')}</LinkButton>;
  return <EmptyState variant="not-found" hideImage message={text('frame.notFound')} button={home} />;
}
