/** An error whose message is for users, who can do something about it. Whatever else is thrown is a defect, or a `TelemetryError`. */
export class UserError extends Error {}
