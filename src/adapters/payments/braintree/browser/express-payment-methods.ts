import type { Observable } from 'rxjs';
import { ReplaySubject } from 'rxjs';
import type { ExpressPaymentMethod } from '#ports/card-tokenizer.ts';
import type { ExpressPaymentParts, OpenExpressMethods } from './express-payment-parts.ts';
import type { BraintreeLimits } from './sdk-calls.ts';
import { callSdk } from './sdk-calls.ts';

interface Opener {
  readonly load: () => Promise<OpenExpressMethods>;
  readonly limit: 'savedCards' | 'expressMethod';
}

const savedCards: Opener = {
  load: async () => (await import('./saved-cards.ts')).openSavedCards,
  limit: 'savedCards',
};

/** In display order. The code of each is loaded when it is opened. */
const openers: readonly Opener[] = [
  savedCards,
  { load: async () => (await import('./apple-pay-wallet.ts')).openApplePay, limit: 'expressMethod' },
  { load: async () => (await import('./google-pay-wallet.ts')).openGooglePay, limit: 'expressMethod' },
  { load: async () => (await import('./paypal-wallet.ts')).openPayPal, limit: 'expressMethod' },
];

/**
 * Opens all express payment methods; one that fails is left out (docs/behaviour/checkout-and-payment.md#express-payment-methods).
 * Nothing is emitted before the saved cards are known, so that the page is laid out once.
 */
export function openExpressMethods(
  parts: ExpressPaymentParts,
  limits: Pick<BraintreeLimits, Opener['limit']>,
): Observable<readonly ExpressPaymentMethod[]> {
  const found = new Map<Opener, readonly ExpressPaymentMethod[]>();
  const methods = new ReplaySubject<readonly ExpressPaymentMethod[]>(1);
  for (const opener of openers) {
    const ownLimits = { ...parts.limits, limit: limits[opener.limit] };
    void callSdk(ownLimits, async () => (await opener.load())(parts)).then((opened) => {
      if (parts.limits.signal.aborted) return;
      found.set(opener, opened.ok ? opened.value : []);
      if (found.has(savedCards)) methods.next(openers.flatMap((known) => found.get(known) ?? []));
      if (found.size === openers.length) methods.complete();
    });
  }
  return methods;
}
