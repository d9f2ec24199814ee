import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findFile } from './sendFile.ts';

/** Outlines (24 by 24) of icons that @grafana/ui uses but does not include in its npm package. */
const OUTLINES: Record<string, string> = {
  'angle-double-left': 'M11 8l-4 4 4 4 M17 8l-4 4 4 4',
  'angle-double-up': 'M8 11l4-4 4 4 M8 17l4-4 4 4',
  'check-square': 'M4 4h16v16H4z M8 12l3 3 5-6',
  'compress-arrows': 'M4 10h6V4 M20 14h-6v6',
  crosshair: 'M12 3v18 M3 12h18',
  enter: 'M20 5v7H5 M9 8l-4 4 4 4',
  exclamation: 'M12 4v10 M12 18v2',
  'expand-arrows': 'M4 10V4h6 M20 14v6h-6 M4 4l6 6 M20 20l-6-6',
  'expand-arrows-alt': 'M4 10V4h6 M20 14v6h-6 M4 4l16 16',
  'file-download': 'M6 3h9l4 4v14H6z M12 9v8 M9 14l3 3 3-3',
  'file-export': 'M6 3h9l4 4v14H6z M9 14h7 M13 11l3 3-3 3',
  flask: 'M9 3h6 M10 3v6l-5 11h14L14 9V3 M8 15h8',
  globe: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18 M3 12h18 M12 3c-5 5-5 13 0 18c5-5 5-13 0-18',
  'gf-pin': 'M9 3h6l-1 7 3 4H7l3-4z M12 14v7',
  'gf-pin-unfilled': 'M9 3h6l-1 7 3 4H7l3-4z M12 14v7',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  layers: 'M12 4l9 5-9 5-9-5z M3 14l9 5 9-5',
  'legend-hide': 'M3 12h18 M6 6l12 12',
  'legend-show': 'M3 12h18',
  'link-broken': 'M9 15l-2 2a3 3 0 0 1-4-4l3-3 M15 9l2-2a3 3 0 0 1 4 4l-3 3 M4 4l16 16',
  'map-marker': 'M12 21c5-6 6-8 6-11a6 6 0 0 0-12 0c0 3 1 5 6 11 M12 8v3',
  'pause-circle': 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18 M10 9v6 M14 9v6',
  spinner: 'M12 3a9 9 0 0 1 9 9',
  'toggle-off': 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7 M8 11v2',
  'toggle-on': 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7 M16 11v2',
  window: 'M4 5h16v14H4z M4 9h16',
  wrench: 'M20 6a5 5 0 0 1-7 6l-6 7-3-3 7-6a5 5 0 0 1 6-7l-3 3 3 3z',
};

/** A ring, which shows that an icon is missing. */
const FALLBACK = 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8';

/**
 * The SVG of an icon, from the package if it has it.
 * @param iconsDir `dist/public/img/icons` of @grafana/ui
 * @param relative `<folder>/<name>.svg`, as in the requests of @grafana/ui
 */
export function iconSvg(iconsDir: string, relative: string): string {
  const file = findFile(iconsDir, relative);
  if (file) {
    return readFileSync(file.path, 'utf8');
  }
  const name = path.basename(relative, '.svg');
  const path2d = OUTLINES[name] ?? FALLBACK;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path2d}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
