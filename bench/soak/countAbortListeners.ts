type Listener = Parameters<AbortSignal['addEventListener']>[1];

/**
 * From now on, counts the listeners of abort signals. A listener counts until it is removed or its signal is aborted.
 * @returns the current count
 */
export function countAbortListeners(): () => number {
  const listeners = new Map<AbortSignal, Set<Listener>>();
  const watched = new WeakSet<AbortSignal>();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const add = (signal: AbortSignal, listener: Listener) => {
    listeners.set(signal, (listeners.get(signal) ?? new Set()).add(listener));
    if (!watched.has(signal)) {
      watched.add(signal);
      addEventListener.call(signal, 'abort', () => listeners.delete(signal), { once: true });
    }
  };
  const remove = (signal: AbortSignal, listener: Listener) => {
    const ofSignal = listeners.get(signal);
    ofSignal?.delete(listener);
    if (ofSignal?.size === 0) {
      listeners.delete(signal);
    }
  };
  AbortSignal.prototype.addEventListener = function (...args: Parameters<typeof addEventListener>) {
    addEventListener.apply(this, args);
    add(this, args[1] as Listener);
  };
  AbortSignal.prototype.removeEventListener = function (...args: Parameters<typeof removeEventListener>) {
    removeEventListener.apply(this, args);
    remove(this, args[1] as Listener);
  };
  return () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0);
}
