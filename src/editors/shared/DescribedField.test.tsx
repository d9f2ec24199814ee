import '../test/jsdomLayout';
import { Combobox, Input, MultiCombobox, SecretInput } from '@grafana/ui';
import { render, screen } from '@testing-library/react';
import React, { type ReactElement } from 'react';
import { DescribedField } from './DescribedField';
import { RadioGroup } from './RadioGroup';

const CONTROLS: ReadonlyArray<readonly [name: string, control: ReactElement<{ readonly id?: string }>]> = [
  ['a text', <Input key="control" id="control" />],
  ['a secret', <SecretInput key="control" id="control" isConfigured={false} onReset={() => {}} />],
  ['a saved secret', <SecretInput key="control" id="control" isConfigured onReset={() => {}} />],
  ['a list', <Combobox key="control" id="control" options={[]} onChange={() => {}} />],
  ['a list of several', <MultiCombobox key="control" id="control" options={[]} onChange={() => {}} />],
  ['options', <RadioGroup key="control" aria-label="URL" options={[{ value: 'a', label: 'A' }]} />],
];

describe('DescribedField', () => {
  it.each(CONTROLS)('%s has its label for a name, and its help for a description', (_, control) => {
    render(
      <DescribedField label="URL" description="Of the API.">
        {control}
      </DescribedField>
    );
    const element = screen.getByLabelText('URL');
    expect(element).toHaveAccessibleName('URL');
    expect(element).toHaveAccessibleDescription('Of the API.');
    expect(element).not.toHaveAttribute('aria-required');
  });

  it('says that a field is required, which is no part of its name', () => {
    render(
      <DescribedField label="URL" description="Of the API." required>
        <Input id="control" />
      </DescribedField>
    );
    expect(screen.getByRole('textbox', { name: 'URL' })).toBeRequired();
    expect(screen.getByText('URL')).toHaveTextContent('URL *');
  });

  it('describes an invalid text with its error, too', () => {
    const field = (invalid: boolean) => (
      <DescribedField label="URL" description="Of the API." invalid={invalid} error="No URL.">
        <Input id="control" />
      </DescribedField>
    );
    const { rerender } = render(field(true));
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Of the API. No URL.');
    rerender(field(false));
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Of the API.');
  });
});
