/** `AbortController` for a JavaScript engine that has none: the part of the standard that the core uses. */
class HostAbortSignal {
  aborted = false;
  reason: unknown = undefined;
  private listeners: Array<() => void> = [];

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted) {
      this.listeners.push(listener);
    }
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.filter((known) => known !== listener);
  }

  throwIfAborted(): void {
    if (this.aborted) {
      throw this.reason;
    }
  }

  /** Each listener is called once, as with `once`: a signal is aborted only once. */
  abort(reason: unknown): void {
    if (this.aborted) {
      return;
    }
    this.aborted = true;
    this.reason = reason;
    const listeners = this.listeners;
    this.listeners = [];
    listeners.forEach((listener) => listener());
  }
}

class HostAbortController {
  readonly signal = new HostAbortSignal();

  abort(reason: unknown = abortError()): void {
    this.signal.abort(reason);
  }
}

function abortError(): Error {
  const error = new Error('The operation was aborted.');
  error.name = 'AbortError';
  return error;
}

/** The order of texts, by the host. */
class HostCollator {
  readonly compare = (a: string, b: string): number => host.compareTexts(a, b);
}

// The engine has neither. Modules use them when they are evaluated, so this one is imported first.
Object.assign(globalThis, { AbortController: HostAbortController, Intl: { Collator: HostCollator } });
