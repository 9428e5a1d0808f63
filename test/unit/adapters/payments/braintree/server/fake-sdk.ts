import type { BraintreeAccount, BraintreeSdk } from '#adapters/payments/braintree/server/braintree-sdk.ts';
import { createMerchantAccount } from '#adapters/payments/braintree/server/merchant-account.ts';

/** Returns a refused result in the format of the vendor's SDK. */
export function refusal(...codes: readonly string[]) {
  return { success: false, errors: { deepErrors: () => codes.map((code) => ({ code })) } };
}

/** Returns a sale or refund in the format of the vendor's SDK. */
export function transaction(changes: object = {}) {
  return {
    id: 'sale',
    status: 'settled',
    type: 'sale',
    amount: '89.00',
    currencyIsoCode: 'EUR',
    orderId: 'ORDER/1',
    paymentInstrumentType: 'credit_card',
    creditCard: { token: 'kept', cardType: 'Visa', last4: '1111' },
    ...changes,
  };
}

export interface SdkScript {
  /** Ids of the transactions that a search returns. */
  readonly found?: readonly string[];
  /** Transactions by id. Each read returns the next entry of the list, at the end the last one again. */
  readonly transactions?: Readonly<Record<string, readonly object[]>>;
  /** Results of these calls, in order; the last one is repeated. */
  readonly sale?: readonly unknown[];
  readonly refund?: readonly unknown[];
  readonly submit?: readonly unknown[];
  readonly void?: readonly unknown[];
  readonly method?: readonly unknown[];
  readonly nonce?: object;
}

/** Creates a fake of the vendor's SDK that returns the given results and records its calls. */
export function createFakeSdk(script: SdkScript) {
  const asked: { readonly call: string; readonly options: unknown }[] = [];
  const turns = new Map<string, number>();
  function respond(
    call: string,
    results: readonly unknown[] = [],
    options: unknown = null,
    name = call,
  ): unknown {
    asked.push({ call, options });
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const result = results[Math.min(turn, results.length - 1)];
    if (result === undefined) throw Object.assign(new Error('No result'), { type: 'notFoundError' });
    return result;
  }
  const sdk: BraintreeSdk = {
    clientToken: {
      generate: async (options) => respond('token', [{ success: true, clientToken: 'token' }], options),
    },
    customer: { create: async (options) => respond('customer', [{ success: true }], options) },
    paymentMethod: { create: async (options) => respond('method', script.method, options) },
    paymentMethodNonce: { find: async () => respond('nonce', script.nonce && [script.nonce]) },
    transaction: {
      sale: async (options) => respond('sale', script.sale, options),
      find: async (id) => respond('find', script.transactions?.[id], id, `find ${id}`),
      submitForSettlement: async (id) => respond('submit', script.submit, id),
      void: async (id) => respond('void', script.void, id),
      refund: async (_, options) => respond('refund', script.refund, options),
      search: (_, callback) => callback(null, { ids: script.found ?? [] }),
    },
    webhookNotification: { parse: async () => null },
  };
  return { sdk, asked, calls: () => asked.map(({ call }) => call) };
}

export const account: BraintreeAccount = {
  environment: 'sandbox',
  merchantId: 'm',
  publicKey: 'p',
  privateKey: 'k',
  merchantAccountId: 'meisterhand_eur',
  allowsCardsWithout3DSecure: false,
  descriptor: { name: null, phone: null, url: null },
  gatewayUrl: null,
};

export const log = { info() {}, warn() {}, error() {} };

export const merchant = createMerchantAccount(account, log);

/** A signal that is not aborted: the time limit is not reached. */
export const inTime = new AbortController().signal;

/** An aborted signal: the time limit is over. */
export const tooLate = AbortSignal.abort();
