import type { BrowserContext, Page } from '@playwright/test';
import { serialiseConsent } from '#core/rules/tracking/consent.ts';

const hosts =
  /^https:\/\/(?:[\w-]+\.)*(?:googletagmanager|google-analytics|analytics\.google|facebook)\.(?:com|net)\//;

/** Requests of a browser for hosts of analytics services, each with the path of the page that sent it. */
export interface ServiceWatch {
  /** Paths of the pages from which a service was asked for so far. */
  readonly pages: readonly string[];
}

/** Answers the analytics services in place of their hosts, with empty scripts, and notes which pages ask for them. */
export async function answerServices(context: BrowserContext): Promise<ServiceWatch> {
  const pages: string[] = [];
  await context.route(hosts, (route) => {
    pages.push(new URL(route.request().frame().url()).pathname);
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return { pages };
}

/** Lets the visitor of a browser consent to everything. */
export async function consentToEverything(context: BrowserContext, shop: string): Promise<void> {
  const everything = { preferences: true, statistics: true, marketing: true };
  const value = encodeURIComponent(serialiseConsent(everything, 'journey', 0));
  await context.addCookies([{ name: 'CookieConsent', value, url: shop }]);
}

/** The events that the page has handed to Google’s scripts, whose queue is this array: names and fields. */
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
