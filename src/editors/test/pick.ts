import { screen } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';

/** Opens a picker by its label, types, and takes the line of that name. */
export async function pick(user: UserEvent, label: string, name: string | RegExp, typed?: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await user.click(input);
  if (typed !== undefined) {
    await user.type(input, typed);
  }
  await user.click(await screen.findByRole('option', { name }));
}

/** Opens a picker by its label and reads its lines once they are there. */
export async function linesOf(user: UserEvent, label: string, typed?: string): Promise<string[]> {
  const input = screen.getByLabelText(label);
  await user.click(input);
  if (typed !== undefined) {
    await user.type(input, typed);
  }
  const lines = await screen.findAllByRole('option');
  return lines.map((line) => line.textContent ?? '');
}
