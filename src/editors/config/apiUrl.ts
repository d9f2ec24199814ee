import { API_VERSION } from '../../core/api/operations';

const VERSION_AT_END = new RegExp(`/${API_VERSION}$`, 'i');

/** The base URL without a trailing slash or the version, because the paths of the API start with the version. */
export function normalizeApiUrl(typed: string): string {
  return typed.trim().replace(/\/+$/, '').replace(VERSION_AT_END, '').replace(/\/+$/, '');
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
