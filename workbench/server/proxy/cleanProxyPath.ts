/**
 * The path below the proxy's own, decoded segment by segment and rid of `.`, `..` and empty segments, so that no spelling
 * of a path reaches a route it is not below.
 * @returns the clean path without leading slash, or undefined when it climbs above the root or cannot be decoded
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
