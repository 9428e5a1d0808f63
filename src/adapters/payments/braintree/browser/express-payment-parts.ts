import type { Client } from 'braintree-web/client';
import type { CardFieldsOptions, ExpressPaymentMethod } from '#ports/card-tokenizer.ts';
import type { CardVerification } from './card-verification.ts';
import type { CallLimits } from './sdk-calls.ts';

/** What every way to pay without typing works with. */
export interface ExpressPaymentParts {
  readonly window: Window;
  readonly client: Client;
  /** Who the shop is to Google Pay; null where it is not registered. */
  readonly googleMerchantId: string | null;
  readonly locale: CardFieldsOptions['locale'];
  readonly verification: CardVerification;
  /** Null when nothing has come in time. */
  readonly readDeviceData: () => Promise<string | null>;
  /** For one call of the provider's code. */
  readonly limits: CallLimits;
}

/** What the file of each way offers: all that can be used here and now, which may be nothing. */
export type OpenExpressMethods = (parts: ExpressPaymentParts) => Promise<readonly ExpressPaymentMethod[]>;

/** The button of a wallet that brings none which a strict policy lets through: its makers inject styles. */
export function createWalletButton(
  document: Document,
  { text, label }: { readonly text: string; readonly label: string },
  press: () => void,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.setAttribute('aria-label', label);
  Object.assign(button.style, {
    width: '100%',
    minHeight: 'var(--control, 3rem)',
    border: '0',
    borderRadius: 'var(--radius-m, 4px)',
    background: 'black',
    color: 'white',
    font: 'inherit',
    fontWeight: 'var(--weight-label, 600)',
    cursor: 'pointer',
  });
  button.addEventListener('click', press);
  return button;
}

/** Loads a script of a wallet's maker; rejects when it does not come. */
export function loadScript(document: Document, src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} did not come`)));
    document.head.append(script);
  });
}
