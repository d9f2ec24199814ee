import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Button, ColorPicker, IconButton, Input, Stack, Text, useStyles2, useTheme2 } from '@grafana/ui';
import React, { useState } from 'react';
import { stateColor, type TagState } from '../../core/inventory/tagProfile';
import { translate } from '../../locales/translate';
import { tagHeadings } from '../../locales/tagProblemTexts';
import { readWrittenNumber } from '../../query/tagSettings';

interface StateFieldsProps {
  readonly states: readonly TagState[];
  onChange(states: readonly TagState[]): void;
}

/** The states of a row: value, name and color. */
export function StateFields({ states, onChange }: StateFieldsProps) {
  const styles = useStyles2(getStyles);
  const change = (index: number, edited: TagState) =>
    onChange(states.map((state, place) => (place === index ? edited : state)));
  return (
    <div role="group" aria-label={tagHeadings().states}>
      <Text variant="bodySmall" weight="medium">
        {tagHeadings().states}
      </Text>
      <Stack direction="column" gap={1}>
        {states.map((state, index) => (
          <div key={index} className={styles.state}>
            <div className={styles.value}>
              <ValueInput state={state} onChange={(value) => change(index, { ...state, value })} />
            </div>
            <Input
              aria-label={translate('editors.config.tags.stateName', 'Name of {{value}}', {
                value: state.value,
              })}
              placeholder={t('editors.config.tags.stateNameExample', 'Name, such as running')}
              value={state.name}
              onChange={({ currentTarget }) => change(index, { ...state, name: currentTarget.value })}
            />
            <StateColor state={state} index={index} onChange={(color) => change(index, { ...state, color })} />
            <IconButton
              name="trash-alt"
              tooltip={translate('editors.config.tags.removeState', 'Remove the state {{value}}', {
                value: state.value,
              })}
              onClick={() => onChange(states.filter((_, place) => place !== index))}
            />
          </div>
        ))}
        <div>
          <Button
            variant="secondary"
            size="sm"
            icon="plus"
            onClick={() => onChange([...states, { value: nextValue(states), name: '' }])}
          >
            {t('editors.config.tags.addState', 'Add state')}
          </Button>
        </div>
      </Stack>
    </div>
  );
}

/** A whole number. Another text stays in the field and is not saved. */
function ValueInput({ state, onChange }: { readonly state: TagState; onChange(value: number): void }) {
  const [draft, setDraft] = useState<string>();
  const isInvalid = draft !== undefined && !Number.isSafeInteger(readWrittenNumber(draft));
  return (
    <Input
      aria-label={translate('editors.config.tags.stateValue', 'Value of {{name}}', { name: state.name || '?' })}
      aria-invalid={isInvalid}
      invalid={isInvalid}
      inputMode="numeric"
      value={draft ?? (Number.isNaN(state.value) ? '' : state.value)}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        const value = readWrittenNumber(currentTarget.value);
        if (typeof value === 'number' && Number.isSafeInteger(value)) {
          onChange(value);
        }
      }}
      onBlur={() => setDraft(isInvalid ? draft : undefined)}
    />
  );
}

interface StateColorProps {
  readonly state: TagState;
  readonly index: number;
  onChange(color: string): void;
}

/** Shows the color that is set or chosen, and opens Grafana's color picker. */
function StateColor({ state, index, onChange }: StateColorProps) {
  const theme = useTheme2();
  const styles = useStyles2(getStyles);
  const color = stateColor(state, index);
  return (
    <ColorPicker color={color} onChange={onChange} enableNamedColors>
      {({ ref, showColorPicker, hideColorPicker }) => (
        // The picker closes when the pointer leaves it, which it does not enter if it is operated with the keyboard.
        <div ref={ref} onMouseLeave={hideColorPicker}>
          <Button
            variant="secondary"
            aria-label={translate('editors.config.tags.stateColor', 'Color of {{name}}: {{color}}', {
              name: state.name || state.value,
              color,
            })}
            onClick={showColorPicker}
          >
            <span className={styles.swatch} style={{ background: theme.visualization.getColorByName(color) }} />
          </Button>
        </div>
      )}
    </ColorPicker>
  );
}

function nextValue(states: readonly TagState[]): number {
  return Math.max(-1, ...states.map(({ value }) => (Number.isNaN(value) ? -1 : value))) + 1;
}

function getStyles(theme: GrafanaTheme2) {
  return {
    state: css({ display: 'flex', alignItems: 'center', gap: theme.spacing(1), maxWidth: theme.spacing(60) }),
    value: css({ flex: `0 0 ${theme.spacing(10)}` }),
    swatch: css({ display: 'block', width: 16, height: 16, borderRadius: theme.shape.radius.circle }),
  };
}
