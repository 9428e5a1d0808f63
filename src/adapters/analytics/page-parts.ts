import type { AnalyticsPage } from '#ports/modules.ts';

/** Creates the page functions that analytics services use. */
export function createAnalyticsPage(window: Window, now: () => number): AnalyticsPage {
  const { document, location } = window;
  return {
    window,
    loadScript: createScriptLoader(document),
    removeCookies: (prefix) => expireCookies(document, prefix),
    now,
    origin: location.origin,
  };
}

/** Loads each address once per document. */
export function createScriptLoader(document: Document): AnalyticsPage['loadScript'] {
  const loaded = new Set<string>();
  return (address) => {
    if (loaded.has(address)) return;
    loaded.add(address);
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    document.head.append(script);
  };
}

/** Deletes the cookies of a service, which are set on the site's domain or on a parent domain. */
function expireCookies(document: Document, prefix: string): void {
  const { cookie, location } = document;
  const parts = location.hostname.split('.');
  const domains = parts.map((_, index) => parts.slice(index).join('.'));
  for (const name of cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '')) {
    if (!name.startsWith(prefix)) continue;
    for (const domain of ['', ...domains.map((one) => `; Domain=${one}`)]) {
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
    }
  }
}
