import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { Field, Label, useStyles2 } from '@grafana/ui';
import React, { cloneElement, type ReactElement, useId, useLayoutEffect, useRef } from 'react';

interface DescribedFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly invalid?: boolean;
  readonly error?: string;
  /** The control, with the ID that the label is for. */
  readonly children: ReactElement<ControlProps>;
}

interface ControlProps {
  readonly id?: string;
  readonly invalid?: boolean;
}

/**
 * Grafana's `Field` with a help text that describes the control. `Field` puts it into the label, so that screen readers take all of it
 * for the name of the control, and says to nobody but those who see the asterisk that a field is required.
 */
export function DescribedField({ label, description, required = false, ...field }: DescribedFieldProps) {
  const styles = useStyles2(getStyles);
  const descriptionId = useId();
  const { children, ...state } = field;
  return (
    <Field
      {...state}
      label={
        <div className={styles.label}>
          <Label htmlFor={children.props.id} className={styles.name}>
            {label}
            {required && <span aria-hidden>&nbsp;*</span>}
          </Label>
          {description !== undefined && <FieldDescription id={descriptionId}>{description}</FieldDescription>}
        </div>
      }
      noMargin
    >
      <DescribedControl
        descriptionId={description === undefined ? undefined : descriptionId}
        required={required}
        control={children}
      />
    </Field>
  );
}

interface FieldDescriptionProps {
  readonly id: string;
  readonly children: string;
}

/** A help text, for `aria-describedby`. */
export function FieldDescription({ id, children }: FieldDescriptionProps) {
  return (
    <div id={id} className={useStyles2(getStyles).description}>
      {children}
    </div>
  );
}

interface DescribedControlProps {
  readonly descriptionId: string | undefined;
  readonly required: boolean;
  readonly control: ReactElement<ControlProps>;
  /** From the `Field` around it, as well as the ID of its error. */
  readonly invalid?: boolean;
  readonly 'aria-describedby'?: string;
}

function DescribedControl({ descriptionId, required, control, ...field }: DescribedControlProps) {
  const { invalid, 'aria-describedby': errorId } = field;
  const wrapper = useRef<HTMLDivElement>(null);

  // Grafana's comboboxes and secret inputs do not pass these attributes on. The input is another element once a secret is reset.
  useLayoutEffect(() => {
    const element = wrapper.current?.querySelector('[role="radiogroup"], input, textarea');
    const described = [descriptionId, errorId].filter((id) => id !== undefined);
    element?.setAttribute('aria-describedby', described.join(' '));
    if (required) {
      element?.setAttribute('aria-required', 'true');
    }
  });

  return <div ref={wrapper}>{cloneElement(control, invalid === undefined ? {} : { invalid })}</div>;
}

function getStyles(theme: GrafanaTheme2) {
  return {
    label: css({ maxWidth: '480px', marginBottom: theme.spacing(0.5) }),
    name: css({ marginBottom: 0 }),
    description: css({
      color: theme.colors.text.secondary,
      fontSize: theme.typography.bodySmall.fontSize,
      lineHeight: 1.25,
      marginTop: theme.spacing(0.25),
    }),
  };
}
