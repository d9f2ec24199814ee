import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { Box, Icon, Stack, Text, useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface FieldRowProps {
  readonly children: ReactNode;
}

/** Fields side by side that wrap when the editor is narrow, for example in Explore's split view. */
export function FieldRow({ children }: FieldRowProps) {
  return <div className={useStyles2(getRowStyles)}>{children}</div>;
}

interface FieldCellProps {
  /** `long` leaves room for two values of a multi-value picker. */
  readonly size: 'short' | 'long';
  readonly children: ReactNode;
}

/** A field of a `FieldRow`. It grows with the row, and wraps before it becomes too narrow. */
export function FieldCell({ size, children }: FieldCellProps) {
  return <div className={useStyles2(getCellStyles)[size]}>{children}</div>;
}

interface FieldHintProps {
  readonly children: NonNullable<ReactNode>;
}

/** A note below a field whose value is accepted as it is. */
export function FieldHint({ children }: FieldHintProps) {
  return (
    <Box role="status" marginTop={0.5}>
      <Stack direction="row" gap={0.5} alignItems="baseline">
        <Text color="warning" variant="bodySmall">
          <Icon name="info-circle" size="sm" />
        </Text>
        <Text color="secondary" variant="bodySmall">
          {children}
        </Text>
      </Stack>
    </Box>
  );
}

function getRowStyles(theme: GrafanaTheme2) {
  return css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1, 2), alignItems: 'flex-start' });
}

function getCellStyles(theme: GrafanaTheme2) {
  const cell = (grow: number, width: number) => css({ flex: `${grow} 1 ${theme.spacing(width)}`, minWidth: 0 });
  return { short: cell(1, 18), long: cell(2, 36) };
}
