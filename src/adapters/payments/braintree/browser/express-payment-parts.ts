import type { Client } from 'braintree-web/client';
import type { CardFieldsOptions, ExpressPaymentMethod, Wallet } from '#ports/card-tokenizer.ts';
import type { CardVerification } from './card-verification.ts';
import type { CallLimits } from './sdk-calls.ts';
import type { WalletSubject } from './wallet-contact.ts';

export interface ExpressPaymentParts {
  readonly window: Window;
  readonly client: Client;
  /** The shop's id at Google Pay; null where it is not registered. */
  readonly googleMerchantId: string | null;
  readonly locale: CardFieldsOptions['locale'];
  readonly verification: CardVerification;
  /** Null if the data is not available in time. */
  readonly readDeviceData: () => Promise<string | null>;
  /** Limits for one call of the provider's code. */
  readonly limits: CallLimits;
}

/** Returns the payment methods of one kind that this browser and shopper can use, possibly none. */
export type OpenExpressMethods = (parts: ExpressPaymentParts) => Promise<readonly ExpressPaymentMethod[]>;

/** Returns a wallet that this browser can use, or none. */
export type OpenWallet = (parts: ExpressPaymentParts) => Promise<readonly Wallet<WalletSubject>[]>;

/** Loads a wallet's script; rejects when it cannot be loaded. */
export function loadScript(document: Document, src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded`)));
    document.head.append(script);
  });
}
