import zlib from 'node:zlib';
import { chooseCoding } from './contentCoding.ts';

const HAS_ZSTD = 'zstdCompress' in zlib;
const best = HAS_ZSTD ? 'zstd' : 'br';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['compress, deflate', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip;q=0', undefined],
  ['gzip;q=0, *', best],
  ['*', best],
  ['*;q=0', undefined],
  ['br;q=0, *;q=0.1, zstd;q=0', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['gzip;q=nonsense', undefined],
  ['br ; q=1 , gzip ; q=0.9', 'br'],
])('Accept-Encoding %s selects %s', (header, name) => {
  expect(chooseCoding(header)?.name).toBe(name);
});

test.each(['gzip', 'br', ...(HAS_ZSTD ? ['zstd'] : [])])(
  '%s is decoded to the same body and is smaller',
  async (name) => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ ts: i, valor: i / 8 }))));
    const encoded = (await chooseCoding(name)?.encode(body)) ?? Buffer.alloc(0);
    const decoders = zlib as unknown as Record<string, (bytes: Buffer) => Buffer>;
    const decode = { gzip: 'gunzipSync', br: 'brotliDecompressSync', zstd: 'zstdDecompressSync' }[name] ?? '';
    expect(decoders[decode]?.(encoded).equals(body)).toBe(true);
    expect(encoded.length).toBeLessThan(body.length / 3);
  }
);
