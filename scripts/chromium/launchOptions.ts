import { findChromium } from './findChromium.ts';

/** How browser tests and pictures start Chromium. @throws Error that says what to run if there is none */
export function launchOptions(): { executablePath: string; args: string[] } {
  return {
    // Also for the workers of Playwright, which read its settings again.
    executablePath: (process.env.CHROMIUM_PATH ||= findChromium()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
