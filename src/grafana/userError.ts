/** An error whose message is for users, who can do something about it. Whatever else is thrown is a defect, or a `TelemetryError`. */
export class UserError extends Error {}

/** Throws a `UserError`, where an expression is needed. */
export function rejectQuery(message: string): never {
  throw new UserError(message);
}
