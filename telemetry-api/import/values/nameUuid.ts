import { createHash } from 'node:crypto';

/** Derives a UUID from a text, so that the same input always gets the same id (RFC 9562, version 8). */
export function nameUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
