import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from './problem.ts';

const MAC_BYTES = 16;
/** To be raised when what a state holds changes: older cursors are refused then instead of misread. */
const VERSION = '1';

/** Where a walk through pages stands: what it began with, then the place of the last row sent. */
export type CursorState = ReadonlyArray<string | number | boolean>;

/**
 * Makes and reads cursors. A cursor carries its state in the clear and a signature over state and scope, so that the server keeps nothing,
 * a cursor never runs out, and one that was bent, or comes from another operation or other parameters, is refused.
 */
export class CursorCodec {
  private readonly secret: Buffer;

  constructor(secret: Buffer) {
    this.secret = secret;
  }

  /** @param scope names the operation and those of its parameters that must stay the same over a walk */
  encode(scope: readonly string[], state: CursorState): string {
    const payload = Buffer.from(JSON.stringify(state));
    return Buffer.concat([this.sign(scope, payload), payload]).toString('base64url');
  }

  /** @throws Problem when the cursor was not made by `encode` for the same scope. */
  decode(scope: readonly string[], cursor: string): CursorState {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(MAC_BYTES);
    // The comparison of the text refuses what base64 would read past: padding, other alphabets, stray characters.
    const isOurs =
      bytes.length > MAC_BYTES &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.sign(scope, payload));
    if (!isOurs) {
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
