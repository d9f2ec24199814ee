/**
 * The address as requests need it: the paths of the API begin with `/v1`, so neither that nor a slash may stand at
 * its end.
 */
export function normalizeApiUrl(typed: string): string {
  return typed.trim().replace(/\/+$/, '').replace(/\/v1$/i, '').replace(/\/+$/, '');
}

export type ApiUrlProblem = 'notHttp' | 'credentials' | 'query';

/** What is wrong with an address; undefined for a good one and for none at all. */
export function apiUrlProblem(address: string): ApiUrlProblem | undefined {
  if (address === '') {
    return undefined;
  }
  const url = /^https?:\/\//i.test(address) ? parse(address) : undefined;
  if (url === undefined) {
    return 'notHttp';
  }
  if (url.username !== '' || url.password !== '') {
    return 'credentials';
  }
  return url.search !== '' || url.hash !== '' ? 'query' : undefined;
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
