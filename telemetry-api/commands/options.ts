import { InvalidArgumentError, Option } from 'commander';
import { textError } from '../store/database/textError.ts';
import { parseTimestamp } from '../schemas/timestamp.ts';

/** The option of every command that prints a list. */
export function jsonOption(): Option {
  return new Option('--json', 'print the list as JSON, for scripts');
}

/** Splits a comma-separated list with at least one item; empty ones are skipped. */
export function parseList(text: string): string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0) {
    throw new InvalidArgumentError('It is empty. Name at least one, or omit the option for all.');
  }
  return items;
}

/** A name, code or description that is stored. */
export function parseText(text: string): string {
  const error = text.trim() === '' ? { detail: 'is empty' } : textError(text);
  if (error !== undefined) {
    throw new InvalidArgumentError(`It ${error.detail}.`);
  }
  return text.trim();
}

/** ms since 1970 of a date-time with an offset. */
export function parseDateTime(text: string): number {
  const epochMs = parseTimestamp(text);
  if (epochMs === undefined) {
    throw new InvalidArgumentError('Must be a date-time with an offset, such as 2026-01-31T06:00:00Z.');
  }
  return epochMs;
}

const DURATION_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The last ms that a date-time of four-digit years can show. */
const LAST_EXPIRY_MS = Date.UTC(10_000, 0, 1) - 1;

/** ms since 1970 of a date-time in the future, or of a duration from now such as 90d. */
export function parseExpiry(text: string): number {
  const duration = /^(\d+)([mhd])$/.exec(text);
  const epochMs =
    duration === null ? parseTimestamp(text) : Date.now() + Number(duration[1]) * (DURATION_MS[duration[2] ?? ''] ?? 0);
  if (epochMs === undefined) {
    throw new InvalidArgumentError(
      'Must be a date-time with an offset, or a number of minutes, hours or days such as 30m, 12h or 90d.'
    );
  }
  if (!(epochMs > Date.now() && epochMs <= LAST_EXPIRY_MS)) {
    throw new InvalidArgumentError('Must be in the future, and before the year 10000.');
  }
  return epochMs;
}

/** @throws if the variable is empty or not set */
export function readSecretFromEnv(variable: string): string {
  const secret = process.env[variable];
  if (!secret) {
    throw new Error(`The environment variable ${variable} is not set.`);
  }
  return secret;
}
