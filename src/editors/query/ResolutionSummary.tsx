import type { PanelData } from '@grafana/data';
import { Text } from '@grafana/ui';
import React from 'react';
import { drawnText } from './drawnText';
import { readDrawn } from './readDrawn';

interface DrawnLineProps {
  readonly data: PanelData | undefined;
  readonly refId: string;
}

/** Says which interval "auto" came to, and what it cost. */
export function DrawnLine({ data, refId }: DrawnLineProps) {
  const text = drawnText(readDrawn(data?.series ?? [], refId));
  return text === undefined ? null : (
    <Text element="p" color="secondary" variant="bodySmall">
      {text}
    </Text>
  );
}
