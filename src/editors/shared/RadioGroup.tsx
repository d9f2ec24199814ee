import { css } from '@emotion/css';
import { RadioButtonGroup } from '@grafana/ui';
import React, { type ComponentProps } from 'react';

/** Grafana's group of radio buttons, in several lines where one is too short for their labels. */
export function RadioGroup<Value extends string>(props: ComponentProps<typeof RadioButtonGroup<Value>>) {
  return <RadioButtonGroup<Value> {...props} className={lines} />;
}

const lines = css({ flexWrap: 'wrap' });
