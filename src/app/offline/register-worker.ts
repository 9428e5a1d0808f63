/** Registers the service worker once the page has loaded, if the browser supports it. */
export function registerWhenLoaded(page: Window): void {
  if (!import.meta.env.PROD) return;
  // Fails for example if browser settings forbid it; pages then need a connection.
  const register = () =>
    void page.navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  if (page.document.readyState === 'complete') register();
  else page.addEventListener('load', register, { once: true });
}
