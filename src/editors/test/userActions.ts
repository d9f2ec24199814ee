import { screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

/** A user whose clicks skip the check of `pointer-events`, which is slow in jsdom. */
export function newUser(): UserEvent {
  return userEvent.setup({ pointerEventsCheck: 0 });
}

/** Opens a picker by its label, types, and selects the option of that name. */
export async function selectOption(
  user: UserEvent,
  label: string | RegExp,
  name: string | RegExp,
  typed = ''
): Promise<void> {
  await search(user, label, typed);
  await user.click(await screen.findByRole('option', { name, hidden: true }));
}

/** Opens a picker by its label, types, and returns the text of its options. */
export async function listOptions(user: UserEvent, label: string, typed = ''): Promise<string[]> {
  await search(user, label, typed);
  const options = await screen.findAllByRole('option', { hidden: true });
  return options.map((option) => option.textContent ?? '');
}

async function search(user: UserEvent, label: string | RegExp, typed: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await user.click(input);
  if (typed !== '') {
    await user.type(input, typed);
  }
}
