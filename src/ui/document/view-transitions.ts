/** The used part of the document; browsers without view transitions do not have the method. */
interface TransitionPage {
  startViewTransition?: ((update: () => unknown) => Pick<ViewTransition, 'ready'>) | undefined;
}

/**
 * Ignores rejections of skipped view transitions. The router skips a running one when the next navigation starts, for
 * example by going back quickly, and the browser skips those of hidden pages. The page still changes, but `ready`
 * rejects and nothing handles it. A failed update still rejects `finished`.
 */
export function ignoreSkippedTransitions(page: TransitionPage): void {
  const start = page.startViewTransition?.bind(page);
  if (start === undefined) return;
  page.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
