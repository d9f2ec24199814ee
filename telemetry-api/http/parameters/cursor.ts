import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../problems/problem.ts';

const MAC_BYTES = 16;
/** Increase it when the content of the state changes: older cursors are then rejected, not misread. */
const VERSION = '1';

/** The position of a paged query: what the first page was requested with, then the position of the last row sent. */
export type CursorState = ReadonlyArray<string | number | boolean>;

/**
 * Encodes and decodes cursors. A cursor contains its state in plain text and a signature over state and scope: the server stores nothing,
 * cursors do not expire, and a cursor that was altered or belongs to another operation or other parameters is rejected.
 */
export class CursorCodec {
  private readonly secret: Buffer;

  constructor(secret: Buffer) {
    this.secret = secret;
  }

  /** @param scope the operation, and those of its parameters that must be the same for all pages */
  encode(scope: readonly string[], state: CursorState): string {
    const payload = Buffer.from(JSON.stringify(state));
    return Buffer.concat([this.sign(scope, payload), payload]).toString('base64url');
  }

  /** @throws Problem if the cursor was not made by `encode` for the same scope */
  decode(scope: readonly string[], cursor: string): CursorState {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(MAC_BYTES);
    // Comparing the text rejects what the base64 decoder would ignore: padding, other alphabets, stray characters.
    const isValid =
      bytes.length > MAC_BYTES &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.sign(scope, payload));
    if (!isValid) {
      throw invalidCursor();
    }
    return JSON.parse(payload.toString('utf8')) as CursorState;
  }

  private sign(scope: readonly string[], payload: Buffer): Buffer {
    const mac = createHmac('sha256', this.secret)
      .update(JSON.stringify([VERSION, ...scope]))
      .update('\0')
      .update(payload);
    return mac.digest().subarray(0, MAC_BYTES);
  }
}

export function invalidCursor(): Problem {
  return new Problem(
    'cursor_invalido',
    '"siguiente" no es un cursor de esta consulta. Use el valor que dio la respuesta anterior, con los mismos parámetros (solo "limite" puede cambiar).',
    { parameter: 'siguiente' }
  );
}
