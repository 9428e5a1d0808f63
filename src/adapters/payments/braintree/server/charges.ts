import type { ServerClock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type {
  CaptureOutcome,
  ChargeRequest,
  FoundCharge,
  ReleaseOutcome,
  StoredCardCharge,
} from '#ports/payment-gateway.ts';
import {
  type BraintreeAccount,
  type BraintreeResponse,
  type BraintreeSdk,
  hasCode,
  isUnauthenticated,
  readResponse,
} from './braintree-sdk.ts';
import {
  type BraintreeTransaction,
  inEuros,
  isDeclinedOrVoided,
  moneyStateOf,
  outcomeOf,
  type SaleOutcome,
  storedToken,
  transactionSchema,
} from './transactions.ts';
import type { Vault } from './vault.ts';

interface ChargesParts {
  readonly sdk: BraintreeSdk;
  readonly account: BraintreeAccount;
  readonly clock: ServerClock;
  readonly log: Log;
  readonly vault: Vault;
}

interface Charges {
  charge(request: ChargeRequest, signal: AbortSignal): Promise<SaleOutcome>;
  chargeStored(request: StoredCardCharge, signal: AbortSignal): Promise<SaleOutcome>;
  capture(transactionId: string): Promise<CaptureOutcome>;
  release(transactionId: string): Promise<ReleaseOutcome>;
  find(attemptKey: string, sentAt: number | null, signal: AbortSignal): Promise<FoundCharge>;
}

/** The parameters of a sale. */
interface Sale extends Pick<ChargeRequest, 'attempt_key' | 'amount'> {
  readonly isToBeStored: boolean;
  /** The payment method and further options. */
  readonly source: object;
}

const currency = 'EUR';

/** An invalid nonce: every sale with it fails. */
const invalidNonce = 'attempt-closed';

/**
 * Time in milliseconds after which a sale can no longer be in progress; Braintree gives up after a minute. For
 * merchants without idempotency keys, whose payment attempts cannot be closed: a sale that arrives later remains an
 * authorisation that nobody captures.
 */
const longestSale = 60_000;

const consumed = { outcome: 'declined', reason: 'NONCE_CONSUMED', transaction_id: null } as const;
const unknown = { outcome: 'unknown' } as const;
const neverCharged = { outcome: 'never_charged' } as const;

/**
 * Creates sales. The key of a payment attempt is Braintree's order id, by which a sale with a lost response is found,
 * and its idempotency key if the merchant may use such keys. An attempt without a sale is closed by a sale under its
 * key that cannot succeed (docs/braintree.md#unknown-sales). A sale only authorises; the capture takes the money
 * (docs/decisions/0049).
 */
export function createCharges({ sdk, account, clock, log, vault }: ChargesParts): Charges {
  // False after the first sale has shown that the merchant cannot use idempotency keys; Braintree reports that before
  // it charges anything.
  let mayUseKeys = true;

  /**
   * Returns the outcome of a sale. Braintree takes the currency from the merchant account, so a sale in another
   * currency than the shop's is voided immediately and counts as declined. If the void fails, the outcome is unknown
   * and the next lookup tries again.
   */
  async function resolveSale(sale: BraintreeTransaction, isStored: boolean): Promise<SaleOutcome> {
    const outcome = outcomeOf(sale, isStored);
    const isGranted = outcome.outcome === 'charged' || outcome.outcome === 'authorised';
    if (!isGranted || sale.currencyIsoCode === currency) return outcome;
    const fault = new Error(
      `Braintree charges in ${sale.currencyIsoCode}: set BRAINTREE_MERCHANT_ACCOUNT to one in ${currency}`,
    );
    log.error('braintree_other_currency', fault, { attempt: sale.orderId, transaction: sale.id });
    const voided = readResponse(await sdk.transaction.void(sale.id));
    if (!voided.isSuccess) return unknown;
    return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: sale.id };
  }

  /**
   * Returns the outcome of an earlier sale with the same key, for example after a database restore. Null if there is
   * none.
   */
  async function earlier(request: Sale): Promise<SaleOutcome | null> {
    const found = decisive(await searchSales(sdk, request.attempt_key));
    if (found === null) return null;
    const isSame = found.amount === inEuros(request.amount);
    return isSame ? resolveSale(found, request.isToBeStored) : unknown;
  }

  async function read(response: BraintreeResponse, request: Sale): Promise<SaleOutcome> {
    if (response.transaction !== undefined)
      return resolveSale(transactionSchema.parse(response.transaction), request.isToBeStored);
    if (hasCode(response, 'nonceConsumed')) return consumed;
    if (hasCode(response, 'nonceUnknown') || hasCode(response, 'methodUnknown'))
      return { outcome: 'declined', reason: 'NONCE_UNKNOWN', transaction_id: null };
    if (response.codes.length === 0) throw new Error('The response does not mention the sale');
    log.warn('braintree_refused_sale', { attempt: request.attempt_key, codes: response.codes });
    return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: null };
  }

  async function chargeWithKey(request: Sale, signal: AbortSignal): Promise<SaleOutcome> {
    signal.throwIfAborted();
    const sale = { ...saleOf(request, account), apiRequestKey: request.attempt_key };
    const response = await sell({ sdk, log }, sale);
    if (response === null) return neverCharged;
    if (hasCode(response, 'keyNotAllowed')) {
      log.warn('merchant_account', { lacks: ['request keys'] });
      mayUseKeys = false;
      return chargeWithoutKey(request, signal);
    }
    if (hasCode(response, 'keyInFlight') || hasCode(response, 'keyUsedOtherwise')) return unknown;
    if (hasCode(response, 'keyOfFailedRequest')) return (await earlier(request)) ?? consumed;
    return read(response, request);
  }

  async function chargeWithoutKey(request: Sale, signal: AbortSignal): Promise<SaleOutcome> {
    const before = await earlier(request);
    if (before !== null) return before;
    signal.throwIfAborted();
    const response = await sell({ sdk, log }, saleOf(request, account));
    return response === null ? neverCharged : read(response, request);
  }

  const make = (sale: Sale, signal: AbortSignal): Promise<SaleOutcome> =>
    mayUseKeys ? chargeWithKey(sale, signal) : chargeWithoutKey(sale, signal);

  return {
    async charge(request, signal) {
      const prepared = await unlessRefused(log, async () => {
        if (request.save_payment_method && request.customer_id !== null)
          await vault.ensureCustomer(request.customer_id);
        return saleOfNonce(request, await vault.requires3DSecure());
      });
      return prepared === null ? neverCharged : make(prepared, signal);
    },
    // Without keys `make` looks for an earlier sale itself.
    chargeStored: async (request, signal) =>
      (mayUseKeys ? await earlier(saleOfStored(request)) : null) ?? make(saleOfStored(request), signal),
    ...createCaptures(sdk),
    async find(attemptKey, sentAt, signal) {
      const found = decisive(await searchSales(sdk, attemptKey));
      if (found !== null) return resolveSale(found, true);
      signal.throwIfAborted();
      const closing = mayUseKeys ? await closeKey(sdk, attemptKey) : 'not_allowed';
      if (closing === 'closed') return { outcome: 'never_charged' };
      if (closing === 'open') return unknown;
      mayUseKeys = false;
      const isOver = sentAt !== null && clock.now() - sentAt > longestSale;
      return isOver ? { outcome: 'never_charged' } : unknown;
    },
  };
}

/**
 * Consumes the key of an attempt by a sale that Braintree refuses, so that no sale can start with this key any more.
 */
async function closeKey(sdk: BraintreeSdk, attemptKey: string): Promise<'closed' | 'open' | 'not_allowed'> {
  const sale = { amount: '0.01', orderId: attemptKey, paymentMethodNonce: invalidNonce };
  const response = readResponse(await sdk.transaction.sale({ ...sale, apiRequestKey: attemptKey }));
  if (hasCode(response, 'keyNotAllowed')) return 'not_allowed';
  return hasCode(response, 'nonceUnknown') || hasCode(response, 'keyOfFailedRequest') ? 'closed' : 'open';
}

/**
 * Returns the response to a sale. Null if Braintree refused it because of the API keys (401), so that it did not start.
 */
const sell = ({ sdk, log }: Pick<ChargesParts, 'sdk' | 'log'>, sale: object) =>
  unlessRefused(log, async () => readResponse(await sdk.transaction.sale(sale)));

/** Returns the result of a step. Null if Braintree refused it because of the API keys (401), before doing anything. */
async function unlessRefused<Value>(log: Log, step: () => Promise<Value>): Promise<Value | null> {
  try {
    return await step();
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    log.error('braintree_refused_keys', new Error('Braintree refuses the keys of the shop (401)'));
    return null;
  }
}

function createCaptures(sdk: BraintreeSdk): Pick<Charges, 'capture' | 'release'> {
  /** Returns the final state of a sale whose capture or void was refused. Null while both are still possible. */
  async function endOf(id: string): Promise<'taken' | 'off' | null> {
    const sale = transactionSchema.parse(await sdk.transaction.find(id));
    if (isDeclinedOrVoided(sale)) return 'off';
    return ['moving', 'authorised'].includes(moneyStateOf(sale)) ? null : 'taken';
  }
  return {
    // A transaction that is not found stays unknown, because an earlier capture may have succeeded.
    async capture(id) {
      const response = readResponse(await sdk.transaction.submitForSettlement(id));
      if (response.isSuccess) return { outcome: 'captured' };
      const end = await endOf(id);
      return end === null ? unknown : { outcome: end === 'taken' ? 'captured' : 'refused' };
    },
    async release(id) {
      const response = readResponse(await sdk.transaction.void(id));
      if (response.isSuccess) return { outcome: 'released' };
      const end = await endOf(id);
      return end === null ? unknown : { outcome: end === 'off' ? 'released' : 'refused' };
    },
  };
}

/** Finds the sales of a payment attempt, without refunds that have its key. */
async function searchSales(sdk: BraintreeSdk, attemptKey: string): Promise<readonly BraintreeTransaction[]> {
  const ids = await new Promise<readonly string[]>((resolve, reject) => {
    sdk.transaction.search(
      (criteria) => criteria.orderId().is(attemptKey),
      (error, response) => {
        if (error === null && response?.ids !== undefined) resolve(response.ids);
        else reject(error ?? new Error('The search was refused'));
      },
    );
  });
  const found = await Promise.all(ids.map(async (id) => sdk.transaction.find(id)));
  return found.map((each) => transactionSchema.parse(each)).filter(({ type }) => type === 'sale');
}

/** Returns the transaction that decides the outcome of a payment attempt: one that took money takes precedence. */
function decisive(found: readonly BraintreeTransaction[]): BraintreeTransaction | null {
  const granted = found.filter((each) => !isDeclinedOrVoided(each));
  const taken = granted.find((each) => moneyStateOf(each) !== 'authorised');
  return taken ?? granted[0] ?? found[0] ?? null;
}

function saleOfNonce(request: ChargeRequest, requires3DSecure: boolean): Sale {
  const { attempt_key, amount, customer_id, device_data } = request;
  const isToBeStored = request.save_payment_method && customer_id !== null;
  return {
    attempt_key,
    amount,
    isToBeStored,
    source: {
      paymentMethodNonce: request.payment_method_nonce,
      ...(isToBeStored ? { customerId: customer_id } : {}),
      ...(device_data === null ? {} : { deviceData: device_data }),
      ...(request.begins_series ? { transactionSource: 'recurring_first' } : {}),
      options: {
        ...(isToBeStored ? { storeInVaultOnSuccess: true } : {}),
        ...(requires3DSecure ? { threeDSecure: { required: true } } : {}),
      },
    },
  };
}

/** Returns a sale without 3-D Secure, which the shopper passed when the payment method was stored. */
function saleOfStored({ attempt_key, amount, vault_token, customer_id }: StoredCardCharge): Sale {
  return {
    attempt_key,
    amount,
    isToBeStored: false,
    source: {
      paymentMethodToken: storedToken(vault_token),
      // Braintree refuses a payment method of another customer.
      customerId: customer_id,
      transactionSource: 'recurring',
    },
  };
}

function saleOf({ attempt_key, amount, source }: Sale, account: BraintreeAccount): object {
  const descriptor = Object.entries(account.descriptor).filter(([, text]) => text !== null);
  return {
    amount: inEuros(amount),
    orderId: attempt_key,
    ...(account.merchantAccountId === null ? {} : { merchantAccountId: account.merchantAccountId }),
    ...(descriptor.length === 0 ? {} : { descriptor: Object.fromEntries(descriptor) }),
    ...source,
  };
}
