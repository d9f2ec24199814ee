import { LoadingState, type PanelData } from '@grafana/data';
import { Stack, Text } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

interface Props {
  readonly message: string;
  readonly width: number;
  readonly height: number;
}

/** The message of a panel that has nothing to show. */
export function PanelNote({ message, width, height }: Props) {
  return (
    <Stack width={`${width}px`} height={`${height}px`} alignItems="center" justifyContent="center">
      <Text color="secondary" textAlignment="center">
        {message}
      </Text>
    </Stack>
  );
}

/** Why a panel has nothing to show. The panel status shows errors, so they are not repeated here. */
export function noDataMessage({ state, series }: PanelData, needsTime = false): string {
  if (state === LoadingState.Loading) {
    return '';
  }
  return text(needsTime && series.some((frame) => frame.length > 0) ? 'panel.noTimeField' : 'panel.noData');
}
