import type { GooglePayment } from 'braintree-web/google-payment';
import googlePayment from 'braintree-web/google-payment/index.js';
import { brandOf } from '#adapters/payments/braintree/card-brands.ts';
import { createWalletButton } from '#adapters/payments/wallet-button.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { VerificationSubject } from '#core/rules/payments/payment-rules.ts';
import type { Wallet, WalletApproval, WalletContact, WalletFailure } from '#ports/card-tokenizer.ts';
import { type ExpressPaymentParts, loadScript } from './express-payment-parts.ts';
import { walletFailureOf } from './sdk-calls.ts';
import { needsContact, subjectFor, toContact, type WalletSubject } from './wallet-contact.ts';

type PaymentData = Parameters<GooglePayment['parseResponse']>[0];

/** The part of Google's own script that is used here. */
interface GoogleClient {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>;
  loadPaymentData(request: object): Promise<PaymentData>;
}

interface GooglePage extends Window {
  google?: {
    readonly payments: { readonly api: { readonly PaymentsClient: new (options: object) => GoogleClient } };
  };
}

/** The provider's response for a card from Google Pay, with fields missing in its type definitions. */
interface GoogleCard {
  readonly nonce: string;
  readonly details: {
    readonly cardType?: string;
    readonly lastFour?: string;
    readonly bin?: string;
    readonly isNetworkTokenized?: boolean;
  };
}

/** The used part of the merchant account's configuration, with fields missing in its type definitions. */
interface GatewayConfiguration {
  readonly environment: string;
  readonly androidPay?: { readonly enabled: boolean };
}

const script = 'https://pay.google.com/gp/p/js/pay.js';

/**
 * Opens Google Pay if the browser supports it. In production Google requires a registered shop, so the shop's id is
 * needed; the sandbox needs none.
 */
export async function openGooglePay(parts: ExpressPaymentParts): Promise<readonly Wallet<WalletSubject>[]> {
  const page: GooglePage = parts.window;
  const { googleMerchantId } = parts;
  const { environment, androidPay } = parts.client.getConfiguration()
    .gatewayConfiguration as GatewayConfiguration;
  // Google's script is not requested where the merchant account has Google Pay switched off.
  if (androidPay?.enabled !== true) return [];
  const isProduction = environment === 'production';
  if (isProduction && googleMerchantId === null) return [];
  const instance = await googlePayment.create({
    client: parts.client,
    googlePayVersion: 2,
    ...(googleMerchantId === null ? {} : { googleMerchantId }),
  });
  await loadScript(page.document, script);
  if (page.google === undefined) return [];
  const google = new page.google.payments.api.PaymentsClient({
    environment: isProduction ? 'PRODUCTION' : 'TEST',
  });
  const { allowedPaymentMethods } = (await requestFor(instance, null)) as { allowedPaymentMethods: unknown };
  const { result } = await google.isReadyToPay({ apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods });
  if (!result) return [];
  return [
    {
      kind: 'google_pay',
      show({ container, label, subject, onEnd }) {
        const press = async () => {
          const payment = subject();
          if (payment !== null) onEnd(await pay(parts, instance, google, payment));
        };
        const button = createWalletButton(page.document, { text: 'Google Pay', label }, () => void press());
        container.append(button);
        return () => button.remove();
      },
    },
  ];
}

async function requestFor(instance: GooglePayment, subject: WalletSubject | null): Promise<object> {
  const transactionInfo = {
    currencyCode: 'EUR',
    totalPriceStatus: 'FINAL',
    totalPrice: ((subject?.amount ?? 0) / 100).toFixed(2),
  };
  const request = await instance.createPaymentDataRequest({ transactionInfo });
  return needsContact(subject) ? withContact(request as unknown as CardRequest) : request;
}

interface CardRequest {
  readonly allowedPaymentMethods: readonly { readonly parameters?: object }[];
}

/** Extends the request by e-mail address and postal address. */
function withContact(request: CardRequest): object {
  const wanted = { billingAddressRequired: true, billingAddressParameters: { format: 'FULL' } };
  return {
    ...request,
    emailRequired: true,
    allowedPaymentMethods: request.allowedPaymentMethods.map(({ parameters, ...method }) => ({
      ...method,
      parameters: { ...parameters, ...wanted },
    })),
  };
}

/** The part of Google's response about the payer. */
interface GoogleContact {
  readonly email?: string;
  readonly paymentMethodData?: {
    readonly info?: {
      readonly billingAddress?: {
        readonly name?: string;
        readonly address1?: string;
        readonly address2?: string;
        readonly locality?: string;
        readonly postalCode?: string;
        readonly countryCode?: string;
      };
    };
  };
}

function contactOf({ email, paymentMethodData }: GoogleContact): WalletContact {
  const { name, address1, address2, locality, postalCode, countryCode } =
    paymentMethodData?.info?.billingAddress ?? {};
  return toContact({
    email,
    name,
    lines: [address1, address2],
    postal_code: postalCode,
    city: locality,
    country: countryCode,
  });
}

async function pay(
  { verification, readDeviceData }: ExpressPaymentParts,
  instance: GooglePayment,
  google: GoogleClient,
  asked: WalletSubject,
): Promise<Result<WalletApproval, WalletFailure>> {
  try {
    const data = await google.loadPaymentData(await requestFor(instance, asked));
    const contact = needsContact(asked) ? { contact: contactOf(data as GoogleContact) } : {};
    const subject =
      needsContact(asked) && contact.contact !== undefined ? subjectFor(asked, contact.contact) : asked;
    const { nonce, details } = (await instance.parseResponse(data)) as unknown as GoogleCard;
    const method = {
      kind: 'google_pay',
      brand: brandOf(details.cardType ?? ''),
      last_four: details.lastFour ?? null,
    } as const;
    // A card number stored by Google needs 3-D Secure like a typed one; a device token is verified already.
    const verified =
      details.isNetworkTokenized === false && details.bin !== undefined
        ? await verification.verify({ nonce, bin: details.bin, subject: subject as VerificationSubject })
        : ok({ nonce, liability_shifted: false });
    return verified.ok
      ? ok({ ...verified.value, method, device_data: await readDeviceData(), ...contact })
      : verified;
  } catch (error) {
    const { statusCode } = error as { readonly statusCode?: unknown };
    return err(statusCode === 'CANCELED' ? { code: 'WALLET_CANCELLED' } : walletFailureOf(error));
  }
}
