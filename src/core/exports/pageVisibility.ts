/** Whether somebody can see what is requested. */
export interface PageVisibility {
  readonly isVisible: () => boolean;
  /** Resolves as soon as the page can be seen; rejects with the signal's reason when it is aborted first. */
  readonly untilVisible: (signal: AbortSignal) => Promise<void>;
}

/** For what has no page, such as a server. */
export const ALWAYS_VISIBLE: PageVisibility = {
  isVisible: () => true,
  untilVisible: () => Promise.resolve(),
};
