/** Registers the service worker of the shop when the page is loaded, in browsers that have them. */
export function registerWhenLoaded(page: Window): void {
  if (!import.meta.env.PROD) return;
  // Refused by settings of the browser, for example: pages then need a connection.
  const register = () =>
    void page.navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  if (page.document.readyState === 'complete') register();
  else page.addEventListener('load', register, { once: true });
}
