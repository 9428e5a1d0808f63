import type { ApplePay } from 'braintree-web/apple-pay';
import applePay from 'braintree-web/apple-pay/index.js';
import { brandOf } from '#adapters/payments/braintree/card-brands.ts';
import { createWalletButton } from '#adapters/payments/wallet-button.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Wallet, WalletApproval, WalletContact, WalletFailure } from '#ports/card-tokenizer.ts';
import type { ExpressPaymentParts } from './express-payment-parts.ts';
import { callSdk, walletFailureOf } from './sdk-calls.ts';
import { needsContact, toContact, type WalletSubject } from './wallet-contact.ts';

/** Apple's payment data, with the contact if it was requested. */
interface ApplePayment {
  readonly token: unknown;
  readonly shippingContact?: { readonly emailAddress?: string };
  readonly billingContact?: {
    readonly givenName?: string;
    readonly familyName?: string;
    readonly addressLines?: readonly string[];
    readonly locality?: string;
    readonly postalCode?: string;
    readonly countryCode?: string;
  };
}

/** The part of Apple's browser API that is used here. */
interface AppleSession {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null;
  onpaymentauthorized: ((event: { readonly payment: ApplePayment }) => void) | null;
  oncancel: (() => void) | null;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(status: number): void;
}

interface AppleSessions {
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  new (version: number, request: object): AppleSession;
  canMakePayments(): boolean;
}

interface ApplePage extends Window {
  readonly ApplePaySession?: AppleSessions;
}

/** The provider's response for a card from Apple Pay, with details missing in its type definitions. */
interface AppleCard {
  readonly nonce: string;
  readonly details?: { readonly cardType?: string; readonly lastFour?: string };
}

const version = 3;

/** Opens Apple Pay if the browser and the device support it. */
export async function openApplePay(parts: ExpressPaymentParts): Promise<readonly Wallet<WalletSubject>[]> {
  const page: ApplePage = parts.window;
  const { ApplePaySession: sessions } = page;
  if (sessions === undefined || !sessions.canMakePayments()) return [];
  const instance = await applePay.create({ client: parts.client });
  return [
    {
      kind: 'apple_pay',
      show({ container, label, merchant, subject, onEnd }) {
        const press = () => {
          const payment = subject();
          // Safari opens the sheet only during the click event, so nothing may be awaited before it.
          if (payment === null) return;
          void beginSession(parts, { sessions, instance, merchant }, payment)
            .catch((error: unknown) => err(walletFailureOf(error)))
            .then(onEnd);
        };
        const button = createWalletButton(page.document, { text: 'Apple Pay', label }, press);
        container.append(button);
        return () => button.remove();
      },
    },
  ];
}

interface AppleParts {
  readonly sessions: AppleSessions;
  readonly instance: ApplePay;
  readonly merchant: string;
}

function beginSession(
  { readDeviceData, limits }: ExpressPaymentParts,
  { sessions, instance, merchant }: AppleParts,
  subject: WalletSubject,
): Promise<Result<WalletApproval, WalletFailure>> {
  return new Promise((resolve) => {
    const total = { label: merchant, amount: (subject.amount / 100).toFixed(2) };
    // Apple returns the e-mail address only with the shipping contact.
    const contact = needsContact(subject)
      ? { requiredBillingContactFields: ['postalAddress'], requiredShippingContactFields: ['email'] }
      : {};
    const request = instance.createPaymentRequest({ total, ...contact });
    const session = new sessions(version, request as object);
    session.onvalidatemerchant = async ({ validationURL }) => {
      const validate = () => instance.performValidation({ validationURL, displayName: merchant });
      const approved = await callSdk(limits, validate);
      if (approved.ok) return session.completeMerchantValidation(approved.value);
      session.abort();
      resolve(approved);
    };
    session.onpaymentauthorized = async ({ payment }) => {
      const tokenized = await callSdk(limits, () => instance.tokenize({ token: payment.token }));
      session.completePayment(tokenized.ok ? sessions.STATUS_SUCCESS : sessions.STATUS_FAILURE);
      if (!tokenized.ok) return resolve(tokenized);
      const { nonce, details } = tokenized.value as AppleCard;
      const brand = brandOf(details?.cardType ?? '');
      const method = { kind: 'apple_pay', brand, last_four: details?.lastFour ?? null } as const;
      const approval = { nonce, method, liability_shifted: true, device_data: await readDeviceData() };
      resolve(ok(needsContact(subject) ? { ...approval, contact: contactOf(payment) } : approval));
    };
    session.oncancel = () => resolve(err({ code: 'WALLET_CANCELLED' }));
    session.begin();
  });
}

function contactOf({ shippingContact, billingContact = {} }: ApplePayment): WalletContact {
  const { givenName, familyName, addressLines = [], locality, postalCode, countryCode } = billingContact;
  return toContact({
    email: shippingContact?.emailAddress,
    firstname: givenName,
    lastname: familyName,
    lines: addressLines,
    postal_code: postalCode,
    city: locality,
    country: countryCode,
  });
}
