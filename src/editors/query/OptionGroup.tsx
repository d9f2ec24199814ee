import { t } from '@grafana/i18n';
import { Button, Stack, Text } from '@grafana/ui';
import React, { type ReactNode, useId, useState } from 'react';

interface OptionGroupProps {
  /** The current values, shown while the group is collapsed. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** A group of options, collapsed at first. */
export function OptionGroup({ summary, children }: OptionGroupProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack direction="column" gap={1}>
      <Stack direction="row" gap={1} alignItems="center" wrap="wrap">
        <Button
          variant="secondary"
          fill="text"
          size="sm"
          icon={isOpen ? 'angle-down' : 'angle-right'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('editors.options.label', 'Options')}
        </Button>
        {!isOpen && (
          <Text color="secondary" variant="bodySmall">
            {summary}
          </Text>
        )}
      </Stack>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </Stack>
  );
}
