import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** A content coding that the server can produce. */
export interface ContentCoding {
  readonly name: string;
  encode(body: Buffer): Promise<Buffer>;
}

type Encoder = (body: Buffer, options: object) => Promise<Buffer>;

const { constants } = zlib;
const gzip: Encoder = promisify(zlib.gzip);
const brotli: Encoder = promisify(zlib.brotliCompress);

/**
 * In order of preference. The compression levels were chosen by measurement (docs/benchmarks.md): the next level takes several times the
 * CPU time to save a tenth of the bytes. Node.js supports zstd since 22.15.
 */
const CODINGS: readonly ContentCoding[] = [
  ...zstdCoding(),
  {
    name: 'br',
    encode: (body) =>
      brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 1,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      }),
  },
  { name: 'gzip', encode: (body) => gzip(body, { level: 1 }) },
];

function zstdCoding(): ContentCoding[] {
  const { zstdCompress } = zlib as {
    zstdCompress?: (body: Buffer, done: (error: Error | null, out: Buffer) => void) => void;
  };
  return zstdCompress === undefined ? [] : [{ name: 'zstd', encode: promisify(zstdCompress) }];
}

/**
 * The coding for this Accept-Encoding header: of the codings with the client's highest quality, the one that the server prefers.
 * undefined for no coding, which every client accepts. Not by `@fastify/accept-negotiator` 2.1: it selects zstd for `*, zstd;q=0` and
 * nothing for `GZIP`; the types of `negotiator` lack the preference of the server.
 */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding | undefined {
  if (acceptEncoding === undefined) {
    return undefined;
  }
  const qualities = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0;
  const best = CODINGS.reduce<ContentCoding | undefined>(
    (chosen, coding) => (qualityOf(coding.name) > (chosen ? qualityOf(chosen.name) : 0) ? coding : chosen),
    undefined
  );
  // `identity` wins only if the header names it with a higher quality.
  return best !== undefined && qualityOf(best.name) >= (qualities.get('identity') ?? 0) ? best : undefined;
}
