import { InvalidArgumentError, Option } from 'commander';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
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

const DURATION_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** The last ms that a date-time of four-digit years can show. */
const LAST_EXPIRY_MS = Date.UTC(10_000, 0, 1) - 1;

/** When a key expires: at a time, or so long after its creation. */
export type Expiry = { readonly atMs: number } | { readonly afterMs: number };

/** A date-time in the future, or a duration such as 90d. */
export function parseExpiry(text: string): Expiry {
  const duration = /^(\d+)([mhd])$/.exec(text);
  if (duration !== null) {
    const afterMs = Number(duration[1]) * (DURATION_MS[duration[2] ?? ''] ?? 0);
    checkExpiry(Date.now() + afterMs);
    return { afterMs };
  }
  const atMs = parseTimestamp(text);
  if (atMs === undefined) {
    throw new InvalidArgumentError(
      'Must be a date-time with an offset, or a number of minutes, hours or days such as 30m, 12h or 90d.'
    );
  }
  checkExpiry(atMs);
  return { atMs };
}

function checkExpiry(epochMs: number): void {
  if (!(epochMs > Date.now() && epochMs <= LAST_EXPIRY_MS)) {
    throw new InvalidArgumentError('Must be in the future, and before the year 10000.');
  }
}

/** @throws if the variable is empty or not set */
export function readSecretFromEnv(variable: string): string {
  const secret = process.env[variable];
  if (!secret) {
    throw new Error(`The environment variable ${variable} is not set.`);
  }
  return secret;
}
