import '../test/jsdomLayout';
import { render, screen } from '@testing-library/react';
import React, { type ComponentProps, useState } from 'react';
import { MultiOptionCombobox } from './MultiOptionCombobox';
import { newUser } from '../test/userActions';

const OPTIONS = [
  { value: 'P-10', label: 'Pump 10 (P-10)', group: 'Getafe' },
  { value: 'P-1', label: 'Pump 1 (P-1)', group: 'Getafe' },
  { value: 'V-1', label: 'Valve (V-1)', group: 'Getafe' },
];

describe('Enter', () => {
  it.each([
    ['the first match', 'pump', 'P-10'],
    ['the option that the text names, before others that match', 'p-1', 'P-1'],
    ['the first matching variable, if the text starts like one', '$v', '$valve'],
    ['an option before a variable that matches, too', 'v', 'V-1'],
    ['the text, if nothing matches', 'X-7', 'X-7'],
  ])('takes %s, without waiting for the list', async (_, typed, value) => {
    const { user, values, input } = open();
    await user.type(input(), `${typed}{Enter}`);
    expect(values()).toEqual([value]);
  });

  it('leaves the field empty and focused for the next one', async () => {
    const { user, values, input } = open();
    await user.click(input());
    await user.keyboard('valve{Enter}');
    expect(input()).toHaveValue('');
    expect(input()).toHaveFocus();
    await user.keyboard('pump{Enter}');
    expect(values()).toEqual(['V-1', 'P-10']);
  });

  it('keeps the list open, and with it all values readable', async () => {
    const { user, input } = open(['P-10', 'P-1']);
    await user.type(input(), 'valve{Enter}');
    expect(input()).toHaveAttribute('aria-expanded', 'true');
    for (const name of ['Pump 10 (P-10)', 'Pump 1 (P-1)', 'Valve (V-1)']) {
      expect(screen.getByRole('button', { name: `Remove ${name}` })).toBeInTheDocument();
    }
  });

  it('takes the option selected with the arrow keys', async () => {
    const { user, values, input } = open();
    await user.type(input(), 'pump');
    await screen.findByRole('option', { name: 'Pump 1 (P-1)', hidden: true });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(values()).toEqual(['P-1']);
  });

  it('does not take a value twice', async () => {
    const { user, values, changes, input } = open(['V-1']);
    await user.type(input(), 'valve{Enter}');
    expect(values()).toEqual(['V-1']);
    expect(changes()).toBe(0);
    expect(input()).toHaveValue('');
  });

  it('keeps the text while the options are loading', async () => {
    const { user, values, input } = open([], { waitForOptions: () => new Promise(() => undefined) });
    await user.type(input(), 'pump{Enter}');
    expect(values()).toEqual([]);
    expect(input()).toHaveValue('pump');
  });
});

describe('leaving the field', () => {
  it.each([
    ['an incomplete code', 'P', 'P'],
    ['an unknown code', ' X-7 ', 'X-7'],
    ['a variable', '$any', '$any'],
    ['the code of an option', 'v-1', 'V-1'],
    ['the name of an option', 'valve', 'V-1'],
  ])('keeps %s', async (_, typed, value) => {
    const { user, values, input } = open();
    await user.type(input(), typed);
    await user.tab();
    expect(values()).toEqual([value]);
    expect(input()).toHaveValue('');
  });

  it('keeps the text on a click elsewhere', async () => {
    const { user, values, input } = open();
    await user.type(input(), 'X-7');
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(values()).toEqual(['X-7']);
    expect(input()).toHaveValue('');
  });

  it('discards a text that has found an option', async () => {
    const { user, values, input } = open();
    await user.type(input(), 'pump');
    await user.click(await screen.findByRole('option', { name: 'Pump 1 (P-1)', hidden: true }));
    await user.tab();
    expect(values()).toEqual(['P-1']);
    expect(input()).toHaveValue('');
  });

  it('keeps the text, and the focus, on the way to a button of the field', async () => {
    const { user, values, input } = open(['V-1']);
    await user.type(input(), 'X-7');
    await user.tab({ shift: true });
    expect(values()).toEqual(['V-1', 'X-7']);
    expect(screen.getByRole('button', { name: 'Remove Valve (V-1)' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(values()).toEqual(['X-7']);
  });

  it('does not happen on a click on a heading of the list', async () => {
    const { user, values, input } = open();
    await user.type(input(), 'pump');
    await user.click(await screen.findByText('Getafe'));
    expect(input()).toHaveFocus();
    expect(values()).toEqual([]);
  });
});

describe('Escape', () => {
  it('discards the text and stays in the field', async () => {
    const { user, values, input } = open();
    await user.type(input(), 'pump{Escape}');
    expect(input()).toHaveValue('');
    expect(input()).toHaveFocus();
    await user.tab();
    expect(values()).toEqual([]);
  });

  it('does not reach the dialog around the field while there is a text', async () => {
    const { user, escapes, input } = open();
    await user.type(input(), 'pump');
    // A click on an open list closes it.
    await user.click(input());
    expect(input()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Escape}');
    expect(escapes()).toBe(0);
    expect(input()).toHaveValue('');
    await user.keyboard('{Escape}');
    expect(escapes()).toBe(1);
  });

  it('closes the list and does not reach a page that would take the focus away', async () => {
    const { user, escapes, input } = open([], {}, 'group');
    await user.click(input());
    expect(input()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(input()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Escape}');
    expect(escapes()).toBe(0);
  });
});

function open(saved: string[] = [], props: Partial<ComponentProps<typeof MultiOptionCombobox>> = {}, role = 'dialog') {
  let last = saved;
  let changes = 0;
  let escapes = 0;
  const Field = () => {
    const [values, setValues] = useState(saved);
    return (
      <div role={role} onKeyDown={({ key }) => (escapes += key === 'Escape' ? 1 : 0)}>
        <label htmlFor="devices">Devices</label>
        <MultiOptionCombobox
          id="devices"
          placeholder="Select devices"
          values={values}
          options={OPTIONS}
          variables={['$pump', '$valve']}
          onChange={(edited) => {
            changes += 1;
            last = edited;
            setValues(edited);
          }}
          {...props}
        />
        <button>Elsewhere</button>
      </div>
    );
  };
  render(<Field />);
  return {
    user: newUser(),
    input: () => screen.getByLabelText('Devices'),
    values: () => last,
    changes: () => changes,
    escapes: () => escapes,
  };
}
