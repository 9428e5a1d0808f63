import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { timeLimit, webAddress } from '#adapters/payments/settings.ts';
import type { TestCard } from '#core/rules/payments/payment-rules.ts';
import type { ModuleHosts, PaymentModule, SettingFault, SettingsOf } from '#ports/modules.ts';
import type { BraintreeAccount } from './server/braintree-sdk.ts';

const key = z.string().regex(/^[A-Za-z0-9_-]+$/, 'set it as the Braintree control panel shows it');

/**
 * Braintree's format of the name on statements: 3, 7 or 12 characters for the company, an asterisk, and the product, at
 * most 22 characters in total.
 */
const descriptorName =
  /^(?:[A-Za-z0-9. ]{3}\*[A-Za-z0-9. ]{1,18}|[A-Za-z0-9. ]{7}\*[A-Za-z0-9. ]{1,14}|[A-Za-z0-9. ]{12}\*[A-Za-z0-9. ]{1,9})$/;

const settings = {
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
  BRAINTREE_GATEWAY_URL: webAddress('http://127.0.0.1:3100').optional(),
  BRAINTREE_TIME_LIMIT: timeLimit.optional(),
  BRAINTREE_GOOGLE_MERCHANT_ID: z
    .string()
    .regex(/^[A-Z0-9]{5,40}$/, 'set the merchant id as the Google Pay console shows it')
    .optional(),
  BRAINTREE_APPLE_PAY_FILE: z.string().optional(),
};

type Settings = SettingsOf<typeof settings>;

/** Test cards of Braintree's sandbox: "Testing" and "3D Secure: Testing" in its documentation. */
const testCards: readonly TestCard[] = [
  { number: '4111 1111 1111 1111', effect: { de: 'gelingt', en: 'succeeds' } },
  { number: '4000 0000 0000 1091', effect: { de: 'Freigabe, Code 1234', en: 'approval, code 1234' } },
  { number: '4000 1111 1111 1115', effect: { de: 'wird abgelehnt', en: 'is declined' } },
  { number: '4000 0000 0000 1109', effect: { de: 'Freigabe scheitert', en: 'approval fails' } },
];

/** Path where Apple verifies the domain. */
const applePayPath = '/.well-known/apple-developer-merchantid-domain-association';

/** Cards and wallets through Braintree (docs/braintree.md). */
export default {
  kind: 'payment',
  name: 'braintree',
  label: { de: 'Braintree', en: 'Braintree' },
  settings,
  check: (given, { mode }) => [
    ...missingFaults(given, mode),
    ...modeFaults(given, mode),
    ...earlierAccountFaults(given),
  ],
  async open(given, { clock, log }) {
    const { createBraintreeGateway } = await import('./server/braintree-gateway.ts');
    const { createBraintreeNotices } = await import('./server/braintree-notices.ts');
    const { BRAINTREE_TIME_LIMIT: limit, BRAINTREE_APPLE_PAY_FILE: file } = given;
    const open = (account: BraintreeAccount) =>
      createBraintreeGateway({ account, clock, log, ...(limit === undefined ? {} : { timeLimit: limit }) });
    const account = readAccount(given);
    const earlier = readEarlierAccount(given);
    return {
      gateway: open(account),
      earlierGateways: earlier.map(open),
      notices: [account, ...earlier].map(createBraintreeNotices),
      hosts: braintreeHosts(given),
      offer: {
        has_express_payment: true,
        has_saved_cards: true,
        has_wallet_addresses: true,
        has_fixed_wallet_amounts: true,
      },
      ...(account.environment === 'sandbox' ? { test: { cards: testCards } } : {}),
      browserSettings: { google_merchant_id: given.BRAINTREE_GOOGLE_MERCHANT_ID ?? null },
      ...(file === undefined ? {} : { wellKnownFiles: { [applePayPath]: await readApplePayFile(file) } }),
    };
  },
  browser: new URL('./browser/index.ts', import.meta.url),
} satisfies PaymentModule<typeof settings>;

const needed = [
  'BRAINTREE_ENVIRONMENT',
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
] as const;

/** Returns the account for new payments. */
export function readAccount(given: Settings): BraintreeAccount {
  return {
    environment: given.BRAINTREE_ENVIRONMENT ?? 'sandbox',
    merchantId: given.BRAINTREE_MERCHANT_ID ?? '',
    publicKey: given.BRAINTREE_PUBLIC_KEY ?? '',
    privateKey: given.BRAINTREE_PRIVATE_KEY ?? '',
    merchantAccountId: given.BRAINTREE_MERCHANT_ACCOUNT ?? null,
    allowsCardsWithout3DSecure: given.BRAINTREE_UNVERIFIED_CARDS === 'yes',
    descriptor: {
      name: given.BRAINTREE_DESCRIPTOR_NAME ?? null,
      phone: given.BRAINTREE_DESCRIPTOR_PHONE ?? null,
      url: given.BRAINTREE_DESCRIPTOR_URL ?? null,
    },
    gatewayUrl: given.BRAINTREE_GATEWAY_URL ?? null,
  };
}

const ofEarlierAccount = [
  'EARLIER_BRAINTREE_MERCHANT_ID',
  'EARLIER_BRAINTREE_PUBLIC_KEY',
  'EARLIER_BRAINTREE_PRIVATE_KEY',
] as const;

/** Returns a former Braintree account that still handles its own earlier payments; empty if none is set. */
export function readEarlierAccount(given: Settings): BraintreeAccount[] {
  if (ofEarlierAccount.every((name) => given[name] === undefined)) return [];
  return [
    {
      ...readAccount(given),
      merchantId: given.EARLIER_BRAINTREE_MERCHANT_ID ?? '',
      publicKey: given.EARLIER_BRAINTREE_PUBLIC_KEY ?? '',
      privateKey: given.EARLIER_BRAINTREE_PRIVATE_KEY ?? '',
      merchantAccountId: null,
    },
  ];
}

function earlierAccountFaults(settings: Settings): SettingFault[] {
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
          },
        ]
      : []),
  ];
}

function missingFaults(settings: Settings, mode: 'demo' | 'live'): SettingFault[] {
  const why = mode === 'live' ? 'in live mode' : 'for Braintree';
  return needed
    .filter((name) => settings[name] === undefined)
    .map((name) => ({
      name,
      text: `${name} is missing ${why}: set it as the Braintree control panel shows it.`,
    }));
}

function modeFaults(settings: Settings, mode: 'demo' | 'live'): SettingFault[] {
  const faults: SettingFault[] = [];
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

/**
 * Braintree: the hosts in "Using braintree-web with a Content Security Policy" (`jsdoc/Home.md` of
 * github.com/braintree/braintree-web, 3.136.0; the second Cardinal domain since 3.134.0) and those that the
 * package calls: GraphQL and the Client API, `c.paypal.com/da/r/fb.js` for device data,
 * `www.paypal.com/sdk/js` and `www.paypal.com/xoplatform/logger` (analytics). PayPal's "Best practices" for
 * its JavaScript SDK add hosts for images and calls. Apple Pay is part of the browser and needs no host.
 * Where the vendor requires 'unsafe-inline', PayPal's script gets the nonce of the document instead.
 *
 * 3-D Secure 2 loads the bank's page in a frame and posts a form to it. The addresses of banks cannot be
 * listed, so the vendor requires `frame-src *` and `form-action *`; here every https address is allowed, on
 * checkout documents only (docs/braintree.md).
 */
export function braintreeHosts({
  BRAINTREE_ENVIRONMENT,
  BRAINTREE_GOOGLE_MERCHANT_ID,
}: Pick<Settings, 'BRAINTREE_ENVIRONMENT' | 'BRAINTREE_GOOGLE_MERCHANT_ID'>): Required<ModuleHosts> {
  const isReal = BRAINTREE_ENVIRONMENT === 'production';
  const sandbox = isReal ? '' : 'sandbox.';
  const paypal = ['https://*.paypal.com', 'https://www.paypalobjects.com'];
  const hasGoogle = !isReal || BRAINTREE_GOOGLE_MERCHANT_ID !== undefined;
  return {
    scripts: [
      ...paypal,
      `https://${isReal ? 'songbird' : 'songbirdstag'}.cardinalcommerce.com`,
      `https://${isReal ? '' : 'cas.'}static.client.cardinaltrusted.com`,
      ...(hasGoogle ? ['https://pay.google.com'] : []),
    ],
    frames: ['https:'],
    forms: ['https:'],
    calls: [
      `https://api.${sandbox}braintreegateway.com`,
      `https://client-analytics.${sandbox}braintreegateway.com`,
      `https://payments.${sandbox}braintree-api.com`,
      'https://*.cardinalcommerce.com',
      'https://*.cardinaltrusted.com',
      ...paypal,
      ...(hasGoogle ? ['https://pay.google.com', 'https://google.com/pay'] : []),
    ],
    pictures: ['https://assets.braintreegateway.com', ...paypal],
  };
}

/**
 * Reads the file that proves the ownership of the shop's domain to Apple.
 * @throws Error when it cannot be read.
 */
async function readApplePayFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    throw new Error(
      `BRAINTREE_APPLE_PAY_FILE names a file that cannot be read (${code}): ` +
        'set the path of the file that the Braintree control panel offers for Apple Pay.',
    );
  }
}
