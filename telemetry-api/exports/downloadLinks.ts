import { createHmac, timingSafeEqual } from 'node:crypto';

/** A link is good for this long; a client that wants more asks for the export again. */
const LINK_LIFE_MS = 3_600_000;

/** Makes and checks links to the files of exports that need no key: a signature over the export and the end of the link's life. */
export class DownloadLinks {
  private readonly secret: Buffer;

  constructor(secret: Buffer) {
    this.secret = secret;
  }

  link(baseUrl: string, exportId: string, fileExpiresMs: number, nowMs: number): string {
    const expiresMs = Math.min(fileExpiresMs, nowMs + LINK_LIFE_MS);
    return `${baseUrl}/descargas/${exportId}?vence=${expiresMs}&firma=${this.sign(exportId, expiresMs).toString('base64url')}`;
  }

  isGood(exportId: string, expiresMs: number, signature: string, nowMs: number): boolean {
    const given = Buffer.from(signature, 'base64url');
    const wanted = this.sign(exportId.toLowerCase(), expiresMs);
    return given.length === wanted.length && timingSafeEqual(given, wanted) && expiresMs > nowMs;
  }

  private sign(exportId: string, expiresMs: number): Buffer {
    return createHmac('sha256', this.secret).update(`${exportId} ${expiresMs}`).digest();
  }
}
