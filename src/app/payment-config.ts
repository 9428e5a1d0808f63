import { z } from 'zod';
import type { BraintreeAccount } from '#adapters/payments/braintree/server/braintree-sdk.ts';
import type { TransferAccount } from '#core/rules/payment.ts';
import { isIban } from '#core/rules/payment.ts';

/** A payment provider and its settings. */
export type PaymentConfig =
  | { readonly provider: 'sandbox' }
  | {
      readonly provider: 'braintree';
      readonly account: BraintreeAccount;
      /** Timeout of a Braintree request in milliseconds; null: the default of ten seconds. */
      readonly timeLimit: number | null;
      /** The shop's Google Pay merchant id; null: not offered with real money. */
      readonly googleMerchantId: string | null;
      /** File that proves the shop's domain to Apple; null: none. */
      readonly applePayFile: string | null;
    };

const key = z.string().regex(/^[A-Za-z0-9_-]+$/, 'set it as the Braintree control panel shows it');

/** Timeout of a gateway request. */
export const timeLimit = z
  .string()
  .regex(/^[1-9]\d{1,4}$/, 'set milliseconds from 10 to 10000')
  .transform(Number)
  .refine((limit) => limit <= 10_000, 'set milliseconds from 10 to 10000');

/**
 * Braintree's rule for the name on statements: the company's part has 3, 7 or 12 characters, the product's part behind the
 * asterisk fills up to 22.
 */
const descriptorName =
  /^(?:[A-Za-z0-9. ]{3}\*[A-Za-z0-9. ]{1,18}|[A-Za-z0-9. ]{7}\*[A-Za-z0-9. ]{1,14}|[A-Za-z0-9. ]{12}\*[A-Za-z0-9. ]{1,9})$/;

const paymentProvider = z.enum(['sandbox', 'braintree'], 'set sandbox or braintree');

/** The variables of the payment providers and their accounts. */
export const paymentVariables = {
  PAYMENT_PROVIDER: paymentProvider.optional(),
  EARLIER_PAYMENT_PROVIDERS: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
    .pipe(z.array(paymentProvider))
    .optional(),
  BRAINTREE_ENVIRONMENT: z.enum(['sandbox', 'production'], 'set sandbox or production').optional(),
  BRAINTREE_MERCHANT_ID: key.optional(),
  BRAINTREE_PUBLIC_KEY: key.optional(),
  BRAINTREE_PRIVATE_KEY: key.optional(),
  BRAINTREE_MERCHANT_ACCOUNT: key.optional(),
  EARLIER_BRAINTREE_MERCHANT_ID: key.optional(),
  EARLIER_BRAINTREE_PUBLIC_KEY: key.optional(),
  EARLIER_BRAINTREE_PRIVATE_KEY: key.optional(),
  BRAINTREE_UNVERIFIED_CARDS: z.enum(['yes', 'no'], 'set yes or no').optional(),
  BRAINTREE_DESCRIPTOR_NAME: z
    .string()
    .regex(
      descriptorName,
      'set 3, 7 or 12 letters or digits, an asterisk, and up to 18, 14 or 9 more, like MHD*Meisterhand',
    )
    .optional(),
  BRAINTREE_DESCRIPTOR_PHONE: z
    .string()
    .regex(/^[\d().-]{10,14}$/, 'set 10 to 14 digits, dashes, parentheses or periods, like 4940123456')
    .optional(),
  BRAINTREE_DESCRIPTOR_URL: z
    .string()
    .regex(/^[A-Za-z0-9.]{1,13}$/, 'set at most 13 letters, digits or periods')
    .optional(),
  BRAINTREE_GATEWAY_URL: z
    .url({ protocol: /^https?$/, error: 'set an address like http://127.0.0.1:3100' })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  BRAINTREE_TIME_LIMIT: timeLimit.optional(),
  BRAINTREE_GOOGLE_MERCHANT_ID: z
    .string()
    .regex(/^[A-Z0-9]{5,40}$/, 'set the merchant id as the Google Pay console shows it')
    .optional(),
  BRAINTREE_APPLE_PAY_FILE: z.string().optional(),
} as const;

const settingsSchema = z.object(paymentVariables);
type PaymentSettings = z.output<typeof settingsSchema>;

/** A variable and what is wrong with it. */
interface PaymentFault {
  readonly name: keyof PaymentSettings;
  readonly text: string;
}

const needed = [
  'BRAINTREE_ENVIRONMENT',
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
] as const;

interface ReadPayments {
  /** The provider of new payments. */
  readonly payment: PaymentConfig;
  /** Providers that only look after payments of their own past. */
  readonly earlierPayments: readonly PaymentConfig[];
  readonly faults: readonly PaymentFault[];
}

/**
 * The payment providers. New payments go to the named one, else to Braintree when any of its settings is given, else to
 * the sandbox in demo mode. Demo mode refuses real money, live mode refuses the sandbox.
 */
export function readPayment(settings: PaymentSettings, mode: 'demo' | 'live' | null): ReadPayments {
  const { PAYMENT_PROVIDER: named, EARLIER_PAYMENT_PROVIDERS: earlier = [] } = settings;
  const isBegun = needed.some((name) => settings[name] !== undefined) && !earlier.includes('braintree');
  const provider = named ?? (isBegun || mode === 'live' ? 'braintree' : 'sandbox');
  const configs = {
    sandbox: { provider: 'sandbox' },
    braintree: readBraintree(settings),
  } as const satisfies Record<PaymentConfig['provider'], PaymentConfig>;
  const isUsed = (name: PaymentConfig['provider']) => name === provider || earlier.includes(name);
  return {
    payment: configs[provider],
    earlierPayments: [...earlier.map((name) => configs[name]), ...readEarlierAccount(settings)],
    faults: [
      ...(isUsed('sandbox') && mode === 'live' ? [liveSandboxFault(provider)] : []),
      ...(isUsed('braintree') ? [...missingFaults(settings, mode), ...modeFaults(settings, mode)] : []),
      ...(earlier.includes(provider) ? [sameProviderFault(provider)] : []),
      ...earlierAccountFaults(settings),
    ],
  };
}

function liveSandboxFault(provider: PaymentConfig['provider']): PaymentFault {
  return provider === 'sandbox'
    ? {
        name: 'PAYMENT_PROVIDER',
        text: 'PAYMENT_PROVIDER is "sandbox", which takes no money: live mode needs PAYMENT_PROVIDER=braintree.',
      }
    : {
        name: 'EARLIER_PAYMENT_PROVIDERS',
        text: 'EARLIER_PAYMENT_PROVIDERS has "sandbox", which takes no money: live mode refuses it. Remove it.',
      };
}

function sameProviderFault(provider: PaymentConfig['provider']): PaymentFault {
  const text = `EARLIER_PAYMENT_PROVIDERS has "${provider}", which takes the new payments: remove it from there.`;
  return { name: 'EARLIER_PAYMENT_PROVIDERS', text };
}

function readBraintree(settings: PaymentSettings): Extract<PaymentConfig, { provider: 'braintree' }> {
  return {
    provider: 'braintree',
    account: {
      environment: settings.BRAINTREE_ENVIRONMENT ?? 'sandbox',
      merchantId: settings.BRAINTREE_MERCHANT_ID ?? '',
      publicKey: settings.BRAINTREE_PUBLIC_KEY ?? '',
      privateKey: settings.BRAINTREE_PRIVATE_KEY ?? '',
      merchantAccountId: settings.BRAINTREE_MERCHANT_ACCOUNT ?? null,
      allowsCardsWithout3DSecure: settings.BRAINTREE_UNVERIFIED_CARDS === 'yes',
      descriptor: {
        name: settings.BRAINTREE_DESCRIPTOR_NAME ?? null,
        phone: settings.BRAINTREE_DESCRIPTOR_PHONE ?? null,
        url: settings.BRAINTREE_DESCRIPTOR_URL ?? null,
      },
      gatewayUrl: settings.BRAINTREE_GATEWAY_URL ?? null,
    },
    timeLimit: settings.BRAINTREE_TIME_LIMIT ?? null,
    googleMerchantId: settings.BRAINTREE_GOOGLE_MERCHANT_ID ?? null,
    applePayFile: settings.BRAINTREE_APPLE_PAY_FILE ?? null,
  };
}

const ofEarlierAccount = [
  'EARLIER_BRAINTREE_MERCHANT_ID',
  'EARLIER_BRAINTREE_PUBLIC_KEY',
  'EARLIER_BRAINTREE_PRIVATE_KEY',
] as const;

/** Another Braintree account, which looks after payments of its own past. */
function readEarlierAccount(settings: PaymentSettings): PaymentConfig[] {
  if (ofEarlierAccount.every((name) => settings[name] === undefined)) return [];
  const config = readBraintree(settings);
  const account = {
    ...config.account,
    merchantId: settings.EARLIER_BRAINTREE_MERCHANT_ID ?? '',
    publicKey: settings.EARLIER_BRAINTREE_PUBLIC_KEY ?? '',
    privateKey: settings.EARLIER_BRAINTREE_PRIVATE_KEY ?? '',
    merchantAccountId: null,
  };
  return [{ ...config, account }];
}

function earlierAccountFaults(settings: PaymentSettings): PaymentFault[] {
  const missing = ofEarlierAccount.filter((name) => settings[name] === undefined);
  if (missing.length === ofEarlierAccount.length) return [];
  const isSame = settings.EARLIER_BRAINTREE_MERCHANT_ID === settings.BRAINTREE_MERCHANT_ID;
  return [
    ...missing.map((name) => ({
      name,
      text: `${name} is missing for the earlier Braintree account: set it as its control panel shows it.`,
    })),
    ...(isSame && missing.length === 0
      ? [
          {
            name: 'EARLIER_BRAINTREE_MERCHANT_ID',
            text: 'EARLIER_BRAINTREE_MERCHANT_ID is the merchant id of BRAINTREE_MERCHANT_ID: remove it.',
          } as const,
        ]
      : []),
  ];
}

function missingFaults(settings: PaymentSettings, mode: 'demo' | 'live' | null): PaymentFault[] {
  const why = mode === 'live' ? 'in live mode' : 'for Braintree';
  return needed
    .filter((name) => settings[name] === undefined)
    .map((name) => ({
      name,
      text: `${name} is missing ${why}: set it as the Braintree control panel shows it.`,
    }));
}

function modeFaults(settings: PaymentSettings, mode: 'demo' | 'live' | null): PaymentFault[] {
  const faults: PaymentFault[] = [];
  const { BRAINTREE_ENVIRONMENT: environment, BRAINTREE_GATEWAY_URL: gatewayUrl } = settings;
  if (mode === 'demo' && environment === 'production') {
    const text = 'BRAINTREE_ENVIRONMENT is "production", which takes real money: in demo mode set sandbox.';
    faults.push({ name: 'BRAINTREE_ENVIRONMENT', text });
  }
  if (mode === 'live' && environment === 'sandbox') {
    const text = 'BRAINTREE_ENVIRONMENT is "sandbox", which takes no money: in live mode set production.';
    faults.push({ name: 'BRAINTREE_ENVIRONMENT', text });
  }
  if (mode === 'live' && gatewayUrl !== undefined) {
    const text = 'BRAINTREE_GATEWAY_URL is set, but live mode asks Braintree itself: remove it.';
    faults.push({ name: 'BRAINTREE_GATEWAY_URL', text });
  }
  return faults;
}

/** The account for payment by bank transfer, and the days until the money must arrive. */
export type BankTransferConfig = TransferAccount & { readonly term_days: number };

const defaultTerm = 7;

/** The variables that offer payment by bank transfer. */
export const bankTransferVariables = {
  BANK_TRANSFER_ACCOUNT_HOLDER: z.string().trim().min(1).max(70, 'set at most 70 characters').optional(),
  BANK_TRANSFER_IBAN: z
    .string()
    .transform((text) => text.replaceAll(' ', '').toUpperCase())
    .refine(isIban, 'set an IBAN whose check digits fit, like DE02 1203 0000 0000 2020 51')
    .optional(),
  BANK_TRANSFER_BIC: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'set 8 or 11 capital letters and digits like BYLADEM1001')
    .optional(),
  BANK_TRANSFER_TERM_DAYS: z
    .string()
    .regex(/^[1-9]\d?$/, 'set a number of days from 3 to 30')
    .transform(Number)
    .refine((days) => days >= 3 && days <= 30, 'set a number of days from 3 to 30')
    .optional(),
} as const;

const bankTransferSchema = z.object(bankTransferVariables);
type TransferSettings = z.output<typeof bankTransferSchema>;

/** The shop's account, or null when no setting is given; an incomplete account is a fault. */
export function readBankTransfer(settings: TransferSettings): {
  readonly bankTransfer: BankTransferConfig | null;
  readonly faults: readonly { readonly name: keyof TransferSettings; readonly text: string }[];
} {
  const {
    BANK_TRANSFER_ACCOUNT_HOLDER: account_holder,
    BANK_TRANSFER_IBAN: iban,
    BANK_TRANSFER_BIC: bic,
    BANK_TRANSFER_TERM_DAYS: term_days = defaultTerm,
  } = settings;
  if (account_holder !== undefined && iban !== undefined && bic !== undefined) {
    return { bankTransfer: { account_holder, iban, bic, term_days }, faults: [] };
  }
  const isBegun = Object.keys(bankTransferVariables).some(
    (name) => settings[name as keyof TransferSettings] !== undefined,
  );
  const needed = ['BANK_TRANSFER_ACCOUNT_HOLDER', 'BANK_TRANSFER_IBAN', 'BANK_TRANSFER_BIC'] as const;
  const missing = isBegun ? needed.filter((name) => settings[name] === undefined) : [];
  return {
    bankTransfer: null,
    faults: missing.map((name) => ({
      name,
      text: `${name} is missing: payment by bank transfer needs account holder, IBAN and BIC.`,
    })),
  };
}
