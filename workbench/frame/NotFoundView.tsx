import { LinkButton } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';

export function NotFoundView() {
  return (
    <EmptyNote title={text('frame.notFound')}>
      <LinkButton href="/">{text('frame.home')}</LinkButton>
    </EmptyNote>
  );
}
