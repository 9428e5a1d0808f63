/**
 * Calls `readAnew` when the browser restores the page from its back/forward cache, where it received no messages of
 * other tabs.
 */
export function onPageRestored(page: Pick<Window, 'addEventListener'>, readAnew: () => void): void {
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) readAnew();
  });
}
