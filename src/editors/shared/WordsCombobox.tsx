import { MultiCombobox } from '@grafana/ui';
import React, { type ComponentProps } from 'react';
import { keepFocusOnEscape } from './keepFocusOnEscape';

/** Grafana's `MultiCombobox` for a few known words, which keeps the focus on Escape. */
export function WordsCombobox<Word extends string>(props: ComponentProps<typeof MultiCombobox<Word>>) {
  return (
    <div onKeyDown={keepFocusOnEscape}>
      <MultiCombobox<Word> {...props} />
    </div>
  );
}
