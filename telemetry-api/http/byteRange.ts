/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The one range a Range header asks for of a file; undefined for the whole file, which is also the answer to a header that makes
 * no sense or asks for several ranges; 'unsatisfiable' when the range lies beyond the file.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') {
    return undefined;
  }
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) {
    return undefined;
  }
  if (Number(first) >= sizeBytes) {
    return 'unsatisfiable';
  }
  return { first: Number(first), last: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}
