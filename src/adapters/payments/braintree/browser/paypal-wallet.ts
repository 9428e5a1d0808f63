import type { PayPalCheckout, PayPalCheckoutTokenizationOptions } from 'braintree-web/paypal-checkout';
import paypalCheckout from 'braintree-web/paypal-checkout/index.js';
import { err, ok } from '#core/rules/basics/result.ts';
import type { Wallet, WalletButton, WalletContact, WalletFailure } from '#ports/card-tokenizer.ts';
import type { ExpressPaymentParts } from './express-payment-parts.ts';
import { callSdk, ignoreFailure, walletFailureOf } from './sdk-calls.ts';
import { needsContact, toContact, type WalletSubject } from './wallet-contact.ts';

/** The part of PayPal's own script that is used here. */
interface PayPalButtons {
  render(container: HTMLElement): Promise<void>;
  close(): Promise<void>;
}

interface ButtonOptions {
  readonly fundingSource: string;
  readonly style: Readonly<Record<string, string | number>>;
  createOrder(): Promise<string>;
  onClick(data: unknown, actions: { resolve(): unknown; reject(): unknown }): unknown;
  onApprove(approval: PayPalCheckoutTokenizationOptions): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
}

interface PayPalPage extends Window {
  paypal?: { readonly Buttons: (options: ButtonOptions) => PayPalButtons };
}

/** The provider's response for a PayPal account, with fields missing in its type definitions. */
interface PayPalAccount {
  readonly nonce: string;
  readonly details: {
    readonly email?: string;
    readonly firstName?: string;
    readonly lastName?: string;
    readonly shippingAddress?: {
      readonly line1?: string;
      readonly line2?: string;
      readonly city?: string;
      readonly postalCode?: string;
      readonly countryCode?: string;
    };
  };
}

/**
 * Opens PayPal in its own window. Its script gets the page's CSP nonce, because it adds styles. If the script is
 * blocked, the call never ends, so the caller's timeout applies.
 */
export async function openPayPal(parts: ExpressPaymentParts): Promise<readonly Wallet<WalletSubject>[]> {
  const page: PayPalPage = parts.window;
  const checkout = await paypalCheckout.create({ client: parts.client });
  parts.limits.signal.addEventListener('abort', () => ignoreFailure(() => checkout.teardown()), {
    once: true,
  });
  const nonce = page.document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  await checkout.loadPayPalSDK({
    currency: 'EUR',
    intent: 'authorize',
    // The shop's review places the order, so PayPal's own button must not say "Pay now".
    commit: false,
    dataAttributes: { 'csp-nonce': nonce },
  });
  const { paypal } = page;
  if (paypal === undefined) return [];
  return [
    {
      kind: 'paypal',
      show(button) {
        const buttons = paypal.Buttons(buttonOptions(parts, checkout, button));
        ignoreFailure(() => buttons.render(button.container));
        return () => {
          ignoreFailure(() => buttons.close());
          button.container.replaceChildren();
        };
      },
    },
  ];
}

function buttonOptions(
  parts: ExpressPaymentParts,
  checkout: PayPalCheckout,
  button: WalletButton<WalletSubject>,
): ButtonOptions {
  const { limits, readDeviceData } = parts;
  let cause: WalletFailure | null = null;
  let subject: WalletSubject | null = null;
  return {
    fundingSource: 'paypal',
    style: { height: 48, shape: 'rect', color: 'black' },
    onClick: (_, actions) => (button.subject() === null ? actions.reject() : actions.resolve()),
    async createOrder() {
      cause = null;
      subject = button.subject();
      const amount = ((subject?.amount ?? 0) / 100).toFixed(2);
      const request = { flow: 'checkout', intent: 'authorize', amount, currency: 'EUR' } as const;
      const enableShippingAddress = needsContact(subject);
      const create = () => checkout.createPayment({ ...request, enableShippingAddress } as never);
      const created = await callSdk(limits, create);
      if (created.ok) return created.value;
      // PayPal would report its own error instead; this one has the cause.
      cause = created.error;
      throw new Error(created.error.code);
    },
    async onApprove(given) {
      const tokenized = await callSdk(limits, () => checkout.tokenizePayment(given));
      if (!tokenized.ok) return button.onEnd(tokenized);
      const { nonce, details } = tokenized.value as unknown as PayPalAccount;
      const method = { kind: 'paypal', brand: null, last_four: null } as const;
      const approval = { nonce, method, liability_shifted: false, device_data: await readDeviceData() };
      button.onEnd(ok(needsContact(subject) ? { ...approval, contact: contactOf(details) } : approval));
    },
    onCancel: () => button.onEnd(err({ code: 'WALLET_CANCELLED' })),
    onError: (error) => button.onEnd(err(cause ?? failureFrom(error))),
  };
}

function contactOf({
  email,
  firstName,
  lastName,
  shippingAddress = {},
}: PayPalAccount['details']): WalletContact {
  const { line1, line2, postalCode, city, countryCode } = shippingAddress;
  return toContact({
    email,
    firstname: firstName,
    lastname: lastName,
    lines: [line1, line2],
    postal_code: postalCode,
    city,
    country: countryCode,
  });
}

/** Detects a blocked window, which PayPal reports only in the message. */
function failureFrom(error: unknown): WalletFailure {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /popup|window/i.test(text) ? { code: 'POPUP_BLOCKED' } : walletFailureOf(error);
}
