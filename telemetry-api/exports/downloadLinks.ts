import { createHmac, timingSafeEqual } from 'node:crypto';

/** Minimum lifetime of a link. A client gets a new link by requesting the export again. */
const LINK_LIFETIME_MS = 3_600_000;
/** Links expire at multiples of this: within one, an export has the same link and its response the same ETag. */
const EXPIRY_STEP_MS = 300_000;

/** Creates and verifies download links that need no API key: they are signed over the export id and the link's expiry. */
export class DownloadLinks {
  private readonly secret: Buffer;

  constructor(secret: Buffer) {
    this.secret = secret;
  }

  link(baseUrl: string, exportId: string, fileExpiresMs: number, nowMs: number): string {
    const linkExpiresMs = Math.ceil((nowMs + LINK_LIFETIME_MS) / EXPIRY_STEP_MS) * EXPIRY_STEP_MS;
    const expiresMs = Math.min(fileExpiresMs, linkExpiresMs);
    return `${baseUrl}/descargas/${exportId}?vence=${expiresMs}&firma=${this.sign(exportId, expiresMs)}`;
  }

  isValid(exportId: string, expiresMs: number, signature: string, nowMs: number): boolean {
    // As text: the base64 decoder ignores the last bits, padding and other alphabets, so several texts are the same bytes.
    const actual = Buffer.from(signature);
    const expected = Buffer.from(this.sign(exportId.toLowerCase(), expiresMs));
    return actual.length === expected.length && timingSafeEqual(actual, expected) && expiresMs > nowMs;
  }

  private sign(exportId: string, expiresMs: number): string {
    return createHmac('sha256', this.secret).update(`${exportId} ${expiresMs}`).digest('base64url');
  }
}
