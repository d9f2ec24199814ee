import '../test/jsdomLayout';
import { render, screen } from '@testing-library/react';
import React, { useState } from 'react';
import { OptionCombobox } from './OptionCombobox';
import { newUser } from '../test/userActions';

const OPTIONS = [
  { value: '1m', label: '1 minute' },
  { value: '1h', label: '1 hour' },
  { value: '1d', label: '1 day' },
  { value: '1M', label: '1 month' },
];

describe('OptionCombobox', () => {
  it.each([
    ['a text that matches no option', '5m', '5m'],
    ['the value of an option', '1h', '1h'],
    ['a value that another label starts with', '1M', '1M'],
    ['the label of an option', '1 HOUR', '1h'],
  ])('takes %s as typed, whatever was selected before', async (_, typed, value) => {
    const { user, selected } = open('1d');
    await user.type(screen.getByLabelText('Interval'), `${typed}{Enter}`);
    expect(selected()).toEqual([value]);
  });

  it('keeps what is being typed when a result renders it again, with other options, too', async () => {
    const { user, rerender } = open('1d');
    const field = screen.getByLabelText('Interval');
    await user.type(field, '5');
    rerender([...OPTIONS]);
    await user.keyboard('m');
    rerender([...OPTIONS, { value: '1y', label: '1 year' }]);
    expect(field).toHaveValue('5m');
  });

  it('takes the option selected with the arrow keys', async () => {
    const { user, selected } = open('1d');
    await user.type(screen.getByLabelText('Interval'), 'mon{ArrowDown}{Enter}');
    expect(selected()).toEqual(['1M']);
  });

  it('shows the selected option after Escape, on an open list and on a closed one', async () => {
    const { user, selected } = open('1d');
    await user.click(screen.getByLabelText('Interval'));
    for (let times = 0; times < 2; times += 1) {
      await user.keyboard('{Escape}');
      expect(screen.getByLabelText('Interval')).toHaveValue('1 day');
    }
    expect(selected()).toEqual([]);
  });

  it('does not change when it is only opened and closed', async () => {
    const { user, selected } = open('1d');
    for (let times = 0; times < 2; times += 1) {
      await user.click(screen.getByLabelText('Interval'));
      await user.tab();
    }
    expect(selected()).toEqual([]);
    expect(screen.getByLabelText('Interval')).toHaveValue('1 day');
  });

  it('takes the first matching option if custom values are not allowed', async () => {
    const { user, selected } = open('1d', '');
    await user.type(screen.getByLabelText('Interval'), 'mon{Enter}');
    expect(selected()).toEqual(['1M']);
  });

  it('does not change if nothing matches', async () => {
    const { user, selected } = open('1d', '');
    await user.type(screen.getByLabelText('Interval'), 'century{Enter}');
    expect(selected()).toEqual([]);
  });

  it('shows a value that is not among the options', () => {
    open('$step');
    expect(screen.getByLabelText('Interval')).toHaveValue('$step');
  });
});

function open(saved: string, customValueDescription: string | undefined = 'Use custom value') {
  const selected: string[] = [];
  const Field = ({ options = OPTIONS }) => {
    const [value, setValue] = useState(saved);
    return (
      <>
        <label htmlFor="interval">Interval</label>
        <OptionCombobox
          id="interval"
          value={value}
          options={options}
          customValueDescription={customValueDescription || undefined}
          onChange={(text) => {
            selected.push(text);
            setValue(text);
          }}
        />
      </>
    );
  };
  const { rerender } = render(<Field />);
  return {
    user: newUser(),
    selected: () => selected,
    rerender: (options: typeof OPTIONS) => rerender(<Field options={options} />),
  };
}
