import type { PageVisibility } from '../core/exports/watchExports';

/** A tab in the background, or a window that is minimized, cannot be seen. */
export const documentVisibility: PageVisibility = {
  isVisible,
  untilVisible: (signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (isVisible()) {
        resolve();
        return;
      }
      const stop = () => {
        document.removeEventListener('visibilitychange', check);
        signal.removeEventListener('abort', stopWaiting);
      };
      const check = () => {
        if (isVisible()) {
          stop();
          resolve();
        }
      };
      const stopWaiting = () => {
        stop();
        reject(signal.reason);
      };
      document.addEventListener('visibilitychange', check);
      signal.addEventListener('abort', stopWaiting, { once: true });
    }),
};

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
