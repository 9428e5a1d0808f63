import type { BrowserContext, Page, Request } from '@playwright/test';
import { isVendorAddress } from '#test/braintree-gateway/forward-vendor-hosts.ts';
import { ownShop } from './shop-places.ts';
import { testCards } from './shopper.ts';

/** Pages that may connect to the payment provider; each has its own Content-Security-Policy. */
const paymentPages = /^\/(?:de|en)\/(?:checkout|profil\/payment)(?:\/|$)/;

const digitsOf = (number: string) => number.replaceAll(' ', '');

/** All card numbers that tests type, without spaces. */
export const typedNumbers: readonly string[] = Object.values(testCards).map(digitsOf);

/** Returns the test card numbers in a text, whatever separates their digits. */
function cardNumbersIn(text: string): readonly string[] {
  const bare = text.replaceAll(/(?:\s|%20|\+|-)+/g, '');
  return typedNumbers.filter((number) => bare.includes(number));
}

/** Collects security faults of the pages that a test opens. */
export interface PaymentWatch {
  /** Whether a page has sent a request to the payment provider. */
  hasMetProvider(): boolean;
  /** Returns one sentence for each fault so far, after a check of the pages that are open now. */
  faults(): Promise<readonly string[]>;
}

/**
 * Watches every page of a browser context. Faults are: a page other than a payment page connects to payment hosts, or
 * its policy allows it; a policy is violated; a card number is in what the shop's pages send, receive, store or show.
 */
export async function watchPayments(context: BrowserContext): Promise<PaymentWatch> {
  const shop = ownShop();
  const shopOrigin = `http://localhost:${shop.port}`;
  const gatewayOrigins = ['localhost', '127.0.0.1'].map((server) => `http://${server}:${shop.sandboxPort}`);
  const faults = new Set<string>();
  let hasMetProvider = false;
  const isShop = (url: string) => url.startsWith(`${shopOrigin}/`);
  const isPayment = (url: string) =>
    /^https?:/.test(url) && (isVendorAddress(url) || gatewayOrigins.includes(new URL(url).origin));

  context.on('request', (request) => {
    const url = request.url();
    if (isPayment(url)) {
      hasMetProvider = true;
      const page = pageOf(request);
      if (page !== null && isShop(page) && !paymentPages.test(new URL(page).pathname)) {
        faults.add(`${page} requested ${url}`);
      }
      return;
    }
    const sent = cardNumbersIn(`${url} ${request.postData() ?? ''}`);
    if (sent.length > 0) faults.add(`${request.method()} ${url} contains the card number ${sent}`);
  });

  context.on('response', (response) => {
    const url = response.url();
    const policy = response.headers()['content-security-policy'];
    if (policy === undefined || !isShop(url) || paymentPages.test(new URL(url).pathname)) return;
    const allowed = (policy.match(/https?:\/\/[^\s;]+/g) ?? []).filter((source) =>
      isPayment(source.replace('*', 'any')),
    );
    if (allowed.length > 0) faults.add(`the policy of ${url} allows ${allowed}`);
  });

  context.on('console', (message) => {
    const text = message.text();
    if (/content security policy/i.test(text)) faults.add(`policy violated: ${text}`);
    if (cardNumbersIn(text).length > 0) faults.add(`card number in the console: ${text}`);
  });

  await context.addInitScript(recordMessages);

  return {
    hasMetProvider: () => hasMetProvider,
    async faults() {
      for (const page of context.pages()) {
        if (!isShop(page.url())) continue;
        for (const [place, text] of Object.entries(await contentsOf(page))) {
          if (cardNumbersIn(text).length > 0) faults.add(`${place} of ${page.url()} has a card number`);
        }
      }
      return [...faults];
    },
  };
}

/** Returns the page's URL when the request was sent; null while the page has none, as in a new window. */
function pageOf(request: Request): string | null {
  try {
    return request.frame().page().url();
  } catch {
    return null;
  }
}

interface RecordingPage extends Window {
  receivedMessages?: string[];
}

/** Records the messages that other frames post to the page. Runs in the page. */
function recordMessages(): void {
  if (window !== window.top) return;
  const received: string[] = [];
  (window as RecordingPage).receivedMessages = received;
  window.addEventListener('message', ({ data }) => {
    received.push(typeof data === 'string' ? data : (JSON.stringify(data) ?? ''));
  });
}

/** Returns the contents of a page; during a navigation, those of the new page. */
async function contentsOf(page: Page): Promise<Record<string, string>> {
  try {
    await page.waitForLoadState('domcontentloaded');
    return await readContents(page);
  } catch (fault) {
    if (!String(fault).includes('Execution context was destroyed')) throw fault;
    return contentsOf(page);
  }
}

/** Reads everything in a page that the shop's own scripts can read, except the printed list of test cards. */
function readContents(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const read = (storage: () => Storage) => {
      try {
        return JSON.stringify({ ...storage() });
      } catch {
        return '';
      }
    };
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const part of body.querySelectorAll('details, script')) part.remove();
    const inputs = [...document.querySelectorAll('input')].map(({ value }) => value);
    return {
      messages: ((window as RecordingPage).receivedMessages ?? []).join('\n'),
      local_storage: read(() => window.localStorage),
      session_storage: read(() => window.sessionStorage),
      cookies: document.cookie,
      address: window.location.href,
      text: `${body.outerHTML} ${inputs}`,
    };
  });
}
