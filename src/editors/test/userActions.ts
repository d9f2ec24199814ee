import { screen, waitFor } from '@testing-library/react';
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
  const texts = async () =>
    (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent);
  // Those for the beginning of the text may come first.
  const isCurrent = (text: string) => text.toLowerCase().includes(typed.toLowerCase());
  await waitFor(async () => expect((await texts()).every(isCurrent)).toBe(true)).catch(() => undefined);
  return texts();
}

async function search(user: UserEvent, label: string | RegExp, typed: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await user.click(input);
  if (typed !== '') {
    await user.type(input, typed);
  }
}
