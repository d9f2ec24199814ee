/**
 * Normalizes a path below the proxy: decodes each segment and resolves `.`, `..` and empty segments, so that no spelling of
 * a path matches a route that does not cover it.
 * @returns the path without a leading slash, or undefined if it leads above the root or cannot be decoded
 */
export function cleanProxyPath(rawPath: string): string | undefined {
  const segments: string[] = [];
  for (const raw of rawPath.split('/')) {
    const segment = decode(raw);
    if (segment === undefined || /[\\/\0]/.test(segment)) {
      return undefined;
    }
    if (segment === '..') {
      if (segments.pop() === undefined) {
        return undefined;
      }
    } else if (segment !== '' && segment !== '.') {
      segments.push(segment);
    }
  }
  return segments.map(encodeURIComponent).join('/');
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
