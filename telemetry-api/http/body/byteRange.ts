/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/*
 * Not @fastify/send or range-parser: both answer 416 to `bytes=-500` of a shorter file, which RFC 9110 defines as the whole file, and to
 * malformed ranges, which it ignores. @fastify/send also resumes by dates and weak ETags, which do not prove that the file is the same,
 * and opens the file after it has read its size.
 */

/**
 * The byte range that a Range header requests; undefined for the whole file, also if the header is malformed or requests several
 * ranges; 'unsatisfiable' if the range starts after the end of the file.
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
