/** What is used of the document; browsers without view transitions have no such method. */
interface TransitionPage {
  startViewTransition?: ((update: () => unknown) => Pick<ViewTransition, 'ready'>) | undefined;
}

/**
 * Lets view transitions be skipped silently. The router skips a running one when the next page comes, for example after
 * a fast Back, and the browser skips those of hidden pages. The page changes all the same, but `ready` then rejects,
 * which nobody handles. A failed update still rejects `finished`.
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
