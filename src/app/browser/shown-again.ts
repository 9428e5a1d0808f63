/**
 * Calls `readAnew` when the browser shows the page again from its back/forward cache, where no message of another page
 * has reached it.
 */
export function onShownAgain(page: Pick<Window, 'addEventListener'>, readAnew: () => void): void {
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) readAnew();
  });
}
