/** Media ranges that match application/json, the most specific first. */
const MATCHING_RANGES = ['application/json', 'application/*', '*/*'];

/**
 * Whether this Accept header accepts JSON. A missing or empty header accepts anything. Not by `@fastify/accepts`: it would reject clients
 * that add a parameter, such as `application/json;odata=verbose`.
 */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') {
    return true;
  }
  const qualities = new Map<string, number>();
  for (const item of accept.split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    qualities.set(range, quality === undefined ? 1 : Number(quality.slice(2)));
  }
  const mostSpecific = MATCHING_RANGES.find((range) => qualities.has(range));
  return mostSpecific !== undefined && (qualities.get(mostSpecific) ?? 0) > 0;
}
