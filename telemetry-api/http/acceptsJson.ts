/** Ranges of an Accept header that take in application/json, the closest first. */
const CLOSEST_FIRST = ['application/json', 'application/*', '*/*'];

/** Whether a client that sends this Accept header takes JSON. No header, or an empty one, takes anything. */
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
  const closest = CLOSEST_FIRST.find((range) => qualities.has(range));
  return closest !== undefined && (qualities.get(closest) ?? 0) > 0;
}
