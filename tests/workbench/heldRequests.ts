import type { Page, Request } from '@playwright/test';

export interface HeldRequests {
  /** How many were sent so far, held or not. */
  readonly sent: () => number;
  /** How many of them were held. */
  readonly held: () => number;
  /** How many have neither an answer nor been cancelled. */
  readonly unanswered: () => number;
  /** Passes on those that are held, and all later ones. */
  readonly release: () => void;
}

/**
 * Holds the requests of a page that have a path, until the test releases them: what is shown only while they are unanswered stays until
 * the test has seen it, on a machine of any speed.
 * @param isHeld called with each request and how many were sent before; all are held by default
 */
export async function holdRequests(
  page: Page,
  path: RegExp,
  isHeld: (request: Request, sentBefore: number) => boolean = () => true
): Promise<HeldRequests> {
  let sent = 0;
  let held = 0;
  let unanswered = 0;
  const count = (change: number) => (request: Request) => {
    unanswered += path.test(request.url()) ? change : 0;
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    sent += 1;
    if (isHeld(route.request(), sent - 1)) {
      held += 1;
      await released;
    }
    // The page may have cancelled it.
    await route.continue().catch(() => undefined);
  });
  return { sent: () => sent, held: () => held, unanswered: () => unanswered, release };
}
