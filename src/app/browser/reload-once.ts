interface BuiltPage extends Pick<Window, 'history' | 'location' | 'navigator' | 'addEventListener'> {
  readonly __reactRouterManifest?: { readonly version: string };
}

/**
 * Reloads the page if a part of its code cannot be fetched, for example after a deployment. Once per build and history
 * entry, so that a part that stays missing ends in the usual error message. Not while offline.
 */
export function reloadOnMissingCode(page: BuiltPage): void {
  page.addEventListener('vite:preloadError', () => {
    const build = page.__reactRouterManifest?.version;
    const { state } = page.history;
    if (build === undefined || !page.navigator.onLine || state?.reloadedBuild === build) return;
    page.history.replaceState({ ...state, reloadedBuild: build }, '');
    page.location.reload();
  });
}
