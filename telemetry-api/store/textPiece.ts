/** A piece of text that is written many times over, as words of four bytes: the last one may reach beyond its end. */
export interface Piece {
  readonly words: Int32Array;
  /** In bytes. */
  readonly length: number;
}

/** How far a piece may reach beyond its end. */
export const OVERRUN_BYTES = 3;

export function makePiece(text: string): Piece {
  const bytes = Buffer.from(text);
  const words = new Int32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return { words, length: bytes.length };
}

const isLittleEndian = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

/** Four times faster than byte by byte, and than `set`, for what is as short as this. @returns where it ends */
export function writePiece(view: DataView, at: number, { words, length }: Piece): number {
  for (let word = 0; word < words.length; word++) {
    view.setInt32(at + word * 4, words[word] as number, isLittleEndian);
  }
  return at + length;
}
