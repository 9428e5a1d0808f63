import type { Locator, Page } from '@playwright/test';
import type { Say } from './shop-words.ts';

/** Locates the button of a wallet. */
export const walletButton = (page: Page, say: Say, kind: 'paypal' | 'google_pay' | 'apple_pay') =>
  page.getByRole('button', {
    name: say('checkout', 'payment.express.wallet', { wallet: say('checkout', `payment.kind.${kind}`) }),
  });

/**
 * Presses a button and returns the window that it opens. The key goes to the focused button; Chromium may send a mouse
 * click to a provider's frame that was at this position before (`pressBesideFields`).
 */
export async function openWindow(page: Page, button: Locator): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await button.click({ trial: true });
  await button.press('Enter');
  return opened;
}

/** Makes the page's next `window.open` fail, as a popup blocker does. */
export async function blockNextWindow(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { open } = window;
    window.open = () => {
      window.open = open;
      return null;
    };
  });
}

/**
 * Simulates Apple Pay's payment sheet, which only Safari has: the shopper closes the first `closed` sheets
 * and approves the next one. Runs in the page, before the page's own scripts.
 */
export function simulateApplePay(closed: number): void {
  type Handler = ((event?: object) => void) | null;
  let sheets = 0;
  function openSheet() {
    const sheet = {
      onvalidatemerchant: null as Handler,
      onpaymentauthorized: null as Handler,
      oncancel: null as Handler,
      begin() {
        sheets += 1;
        if (sheets <= closed) sheet.oncancel?.();
        else sheet.onvalidatemerchant?.({ validationURL: 'https://apple-pay-gateway.apple.com/session' });
      },
      completeMerchantValidation() {
        sheet.onpaymentauthorized?.({ payment: { token: { paymentData: { version: 'EC_v1' } } } });
      },
      completePayment() {},
      abort() {},
    };
    return sheet;
  }
  const constants = { STATUS_SUCCESS: 0, STATUS_FAILURE: 1, canMakePayments: () => true };
  Object.assign(window, { ApplePaySession: Object.assign(openSheet, constants) });
}
