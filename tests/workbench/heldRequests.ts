import type { Page, Request } from '@playwright/test';

export interface HeldRequests {
  /** How many were held. */
  readonly held: () => number;
  /** Passes on those that are held, and all later ones. */
  readonly release: () => void;
}

/**
 * Holds the requests of a page that have a path, until the test releases them: what is shown only while they are unanswered stays until
 * the test has seen it, on a machine of any speed.
 */
export async function holdRequests(
  page: Page,
  path: RegExp,
  isHeld: (request: Request) => boolean
): Promise<HeldRequests> {
  let held = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (isHeld(route.request())) {
      held += 1;
      await released;
    }
    // The page may have cancelled it.
    await route.continue().catch(() => undefined);
  });
  return { held: () => held, release };
}
