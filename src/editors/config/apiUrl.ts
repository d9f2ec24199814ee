/** The base URL without a trailing slash or `/v1`, because the paths of the API start with `/v1`. */
export function normalizeApiUrl(typed: string): string {
  return typed.trim().replace(/\/+$/, '').replace(/\/v1$/i, '').replace(/\/+$/, '');
}

export type ApiUrlProblem = 'notHttp' | 'credentials' | 'query';

/** What is wrong with a URL; undefined if it is valid or empty. */
export function apiUrlProblem(url: string): ApiUrlProblem | undefined {
  if (url === '') {
    return undefined;
  }
  const parsed = /^https?:\/\//i.test(url) ? parse(url) : undefined;
  if (parsed === undefined) {
    return 'notHttp';
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return 'credentials';
  }
  return parsed.search !== '' || parsed.hash !== '' ? 'query' : undefined;
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
