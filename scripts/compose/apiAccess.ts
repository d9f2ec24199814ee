import { Agent, fetch } from 'undici';

const REQUEST_TIMEOUT_MS = 60_000;

/** A service, or the proxy in front of several. */
export interface ApiAccess {
  readonly url: string;
  /** The certificate that it shows, in PEM, if it signed it itself. */
  readonly certificate?: string;
}

/** What a service answers with to a key. */
export async function readApi(
  { url, certificate }: ApiAccess,
  path: string,
  key: string
): Promise<{ readonly status: number; readonly text: string }> {
  const dispatcher = new Agent({ connect: { ca: certificate } });
  try {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      dispatcher,
    });
    return { status: response.status, text: await response.text() };
  } finally {
    await dispatcher.close();
  }
}
