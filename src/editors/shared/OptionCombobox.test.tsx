import '../test/browserLayout';
import { render, screen } from '@testing-library/react';
import React, { useState } from 'react';
import { OptionCombobox } from './OptionCombobox';
import { newUser } from '../test/pick';

const OPTIONS = [
  { value: '1m', label: '1 minute' },
  { value: '1h', label: '1 hour' },
  { value: '1d', label: '1 day' },
  { value: '1M', label: '1 month' },
];

describe('OptionCombobox', () => {
  it.each([
    ['a text that no line has', '5m', '5m'],
    ['the value of a line', '1h', '1h'],
    ['a value that begins the words of another line', '1M', '1M'],
    ['the words of a line', '1 HOUR', '1h'],
  ])('takes %s as it is typed, whatever was chosen before', async (_, typed, value) => {
    const { user, chosen } = open('1d');
    await user.type(screen.getByLabelText('Interval'), `${typed}{Enter}`);
    expect(chosen()).toEqual([value]);
  });

  it('takes the line that the arrows lead to', async () => {
    const { user, chosen } = open('1d');
    await user.type(screen.getByLabelText('Interval'), 'mon{ArrowDown}{Enter}');
    expect(chosen()).toEqual(['1M']);
  });

  it('keeps the choice in sight when Escape is pressed, on an open list and on a closed one', async () => {
    const { user, chosen } = open('1d');
    await user.click(screen.getByLabelText('Interval'));
    for (let times = 0; times < 2; times += 1) {
      await user.keyboard('{Escape}');
      expect(screen.getByLabelText('Interval')).toHaveValue('1 day');
    }
    expect(chosen()).toEqual([]);
  });

  it('changes nothing when it is only looked at', async () => {
    const { user, chosen } = open('1d');
    for (let times = 0; times < 2; times += 1) {
      await user.click(screen.getByLabelText('Interval'));
      await user.tab();
    }
    expect(chosen()).toEqual([]);
    expect(screen.getByLabelText('Interval')).toHaveValue('1 day');
  });

  it('takes the first line that matches where only its lines will do', async () => {
    const { user, chosen } = open('1d', '');
    await user.type(screen.getByLabelText('Interval'), 'mon{Enter}');
    expect(chosen()).toEqual(['1M']);
  });

  it('stays as it is when nothing matches', async () => {
    const { user, chosen } = open('1d', '');
    await user.type(screen.getByLabelText('Interval'), 'century{Enter}');
    expect(chosen()).toEqual([]);
  });

  it('shows a value that is not listed', () => {
    open('$step');
    expect(screen.getByLabelText('Interval')).toHaveValue('$step');
  });
});

function open(saved: string, typedDescription: string | undefined = 'Use as typed') {
  const chosen: string[] = [];
  const Field = () => {
    const [value, setValue] = useState(saved);
    return (
      <>
        <label htmlFor="interval">Interval</label>
        <OptionCombobox
          id="interval"
          value={value}
          options={OPTIONS}
          typedDescription={typedDescription || undefined}
          onChange={(text) => {
            chosen.push(text);
            setValue(text);
          }}
        />
      </>
    );
  };
  render(<Field />);
  return { user: newUser(), chosen: () => chosen };
}
