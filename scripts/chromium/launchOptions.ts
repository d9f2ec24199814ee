import { existsSync } from 'node:fs';

/** Debian's Chromium, used unless CHROMIUM_PATH is set; on other systems, Playwright uses its own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** How browser tests start Chromium. */
export const LAUNCH_OPTIONS = {
  executablePath: process.env.CHROMIUM_PATH ?? (existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined),
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
