import type { BrowserContext, Page } from '@playwright/test';
import { serialiseConsent } from '#core/rules/tracking/consent.ts';

const hosts =
  /^https:\/\/(?:[\w-]+\.)*(?:googletagmanager|google-analytics|analytics\.google|facebook)\.(?:com|net)\//;

/** Records the requests of a browser to analytics services. */
export interface ServiceWatch {
  /** The path of the page that sent it, for each request so far. */
  readonly pages: readonly string[];
}

/** Responds to requests for analytics services with empty scripts, and records which pages sent them. */
export async function answerServices(context: BrowserContext): Promise<ServiceWatch> {
  const pages: string[] = [];
  await context.route(hosts, (route) => {
    pages.push(new URL(route.request().frame().url()).pathname);
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return { pages };
}

/** Sets the cookie of a visitor who has consented to everything. */
export async function consentToEverything(context: BrowserContext, shop: string): Promise<void> {
  const everything = { preferences: true, statistics: true, marketing: true };
  const value = encodeURIComponent(serialiseConsent(everything, 'journey', 0));
  await context.addCookies([{ name: 'CookieConsent', value, url: shop }]);
}

/** Returns name and fields of the events in `dataLayer`, the queue of Google’s scripts. */
export async function sentEvents(
  page: Page,
): Promise<readonly (readonly [string, Record<string, unknown>])[]> {
  return page.evaluate(() => {
    const { dataLayer = [] } = window as Window & { dataLayer?: readonly unknown[] };
    return dataLayer.flatMap((entry) => {
      const command = (entry as ArrayLike<unknown>).length > 0 ? [...(entry as unknown[])] : [];
      return command[0] === 'event'
        ? [[String(command[1]), command[2] as Record<string, unknown>] as const]
        : [];
    });
  });
}
