import { Text } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface ReadBackProps {
  /** The query in words; before that, what it lacks. */
  readonly text: string;
  /** What is said below it. */
  readonly children?: ReactNode;
}

/** Reads a query back below its condition, to screen readers, too. */
export function ReadBack({ text, children }: ReadBackProps) {
  return (
    <div aria-live="polite">
      <Text element="p">{text}</Text>
      {children}
    </div>
  );
}
