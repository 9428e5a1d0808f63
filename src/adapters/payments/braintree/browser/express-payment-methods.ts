import { type Observable, ReplaySubject } from 'rxjs';
import type { ExpressPaymentMethod, Wallet } from '#ports/card-tokenizer.ts';
import type { ExpressPaymentParts, OpenExpressMethods, OpenWallet } from './express-payment-parts.ts';
import { type BraintreeLimits, callSdk } from './sdk-calls.ts';
import type { WalletSubject } from './wallet-contact.ts';

interface Opener {
  readonly load: () => Promise<OpenExpressMethods | OpenWallet>;
  readonly limit: 'savedCards' | 'expressMethod';
}

const savedCards: Opener = {
  load: async () => (await import('./saved-cards.ts')).openSavedCards,
  limit: 'savedCards',
};

/** Wallets in display order. The code of each is loaded when it is opened. */
const wallets: readonly (() => Promise<OpenWallet>)[] = [
  async () => (await import('./apple-pay-wallet.ts')).openApplePay,
  async () => (await import('./google-pay-wallet.ts')).openGooglePay,
  async () => (await import('./paypal-wallet.ts')).openPayPal,
];

const openers: readonly Opener[] = [
  savedCards,
  ...wallets.map((load) => ({ load, limit: 'expressMethod' }) as const),
];

/** Opens the wallets without saved cards; one that fails is left out. */
export async function openWallets(parts: ExpressPaymentParts): Promise<readonly Wallet<WalletSubject>[]> {
  const opened = await Promise.all(
    wallets.map((load) => callSdk(parts.limits, async () => (await load())(parts))),
  );
  return opened.flatMap((found) => (found.ok ? found.value : []));
}

/**
 * Opens all express payment methods; one that fails is left out
 * (docs/behaviour/payments.md#express-payment-methods). Nothing is emitted before the saved cards are
 * known, so that the page is laid out once.
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
