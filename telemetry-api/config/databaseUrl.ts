import pg from 'pg';
import { errorCode } from '../errorCode.ts';

/**
 * For a command's option.
 * @param option names the URL in the error, which contains no part of it
 * @throws if it is not the clear URL of a PostgreSQL server
 */
export function requireDatabaseUrl(url: string | undefined, option: string): string {
  if (url === undefined || !/^postgres(ql)?:\/\//.test(url) || !isClearDatabaseUrl(url)) {
    throw new Error(
      `${option} must be a URL such as postgres://user@host:5432/database, with @, /, ?, # and % of a password percent-encoded.`
    );
  }
  return url;
}

/**
 * Whether the parts of a database's URL are what they seem. A `/`, `?` or `#` of a password that is not percent-encoded ends the host, so
 * that what follows would be taken for a path and what precedes for the host, and both appear in messages. A further `@` is clear.
 */
export function isClearDatabaseUrl(url: string): boolean {
  const [, afterHost = ''] = /^[^:]*:(?:\/\/)?[^/?#]*(.*)$/s.exec(url) ?? [];
  if (/[@#]/.test(afterHost)) {
    return false;
  }
  try {
    // Without parameters, which can name files of certificates.
    void new pg.Client({ connectionString: url.replace(/\?.*$/s, '') });
    return true;
  } catch (error) {
    const isMalformed = errorCode(error) === 'ERR_INVALID_URL' || (error as Error).name === 'URIError';
    return !isMalformed;
  }
}
