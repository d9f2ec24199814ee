import { screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

/** Somebody with a mouse and a keyboard, who is not slowed down by looking at styles. */
export function newUser(): UserEvent {
  return userEvent.setup({ pointerEventsCheck: 0 });
}

/** Opens a picker by its label, types, and takes the line of that name. */
export async function pick(user: UserEvent, label: string, name: string | RegExp, typed = ''): Promise<void> {
  await search(user, label, typed);
  await user.click(await screen.findByRole('option', { name, hidden: true }));
}

/** Opens a picker by its label, types, and reads its lines once they are there. */
export async function linesOf(user: UserEvent, label: string, typed = ''): Promise<string[]> {
  await search(user, label, typed);
  const lines = await screen.findAllByRole('option', { hidden: true });
  return lines.map((line) => line.textContent ?? '');
}

async function search(user: UserEvent, label: string, typed: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await user.click(input);
  if (typed !== '') {
    await user.type(input, typed);
  }
}
