interface BuiltPage extends Pick<Window, 'history' | 'location' | 'navigator' | 'addEventListener'> {
  readonly __reactRouterManifest?: { readonly version: string };
}

/**
 * Reloads the page when a part of its code cannot be fetched, as after a new version of the shop: once for each build
 * and entry of the history, so that a part that stays missing ends in the usual message. Not without a connection.
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
