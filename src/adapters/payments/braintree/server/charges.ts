import type { Log } from '#ports/log.ts';
import type { ChargeOutcome, ChargeRequest, FoundCharge } from '#ports/payment-gateway.ts';
import type { Clock } from '#ports/server-clock.ts';
import type { BraintreeAccount, BraintreeResponse, BraintreeSdk } from './braintree-sdk.ts';
import { hasCode, readResponse } from './braintree-sdk.ts';
import type { BraintreeTransaction } from './transactions.ts';
import { inEuros, moneyStateOf, outcomeOf, storedToken, transactionSchema } from './transactions.ts';
import type { Vault } from './vault.ts';

interface ChargesParts {
  readonly sdk: BraintreeSdk;
  readonly account: BraintreeAccount;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
}

interface Charges {
  charge(request: ChargeRequest, signal: AbortSignal): Promise<ChargeOutcome>;
  find(attemptKey: string, sentAt: number | null, signal: AbortSignal): Promise<FoundCharge>;
}

/** No nonce of Braintree's: a sale with it can only fail. */
const noNonce = 'attempt-closed';

/**
 * How long a sale may be on its way, in milliseconds: Braintree gives up after a minute. Only asked of merchants without
 * idempotency keys, whose attempts cannot be closed.
 */
const longestWay = 180_000;

const consumed = { outcome: 'declined', reason: 'NONCE_CONSUMED', transaction_id: null } as const;
const unknown = { outcome: 'unknown' } as const;

/**
 * Sales. The attempt's key is both Braintree's order id, by which a lost answer is found again, and its idempotency key,
 * by which no attempt is charged twice. An attempt of which nothing is found is closed by using its key up with a sale
 * that cannot succeed (decisions/0027): whatever still comes under it is refused.
 */
export function createCharges({ sdk, account, clock, log, vault }: ChargesParts): Charges {
  // Learnt from the first sale; a merchant who may not use the keys is told so every time, before anything is done.
  let mayUseKeys = true;
  const judge = createSaleJudge({ sdk, log });

  async function search(attemptKey: string): Promise<readonly BraintreeTransaction[]> {
    const ids = await new Promise<readonly string[]>((resolve, reject) => {
      sdk.transaction.search(
        (criteria) => criteria.orderId().is(attemptKey),
        (error, answer) => {
          if (error === null && answer?.ids !== undefined) resolve(answer.ids);
          else reject(error ?? new Error('The search was refused'));
        },
      );
    });
    const found = await Promise.all(ids.map(async (id) => sdk.transaction.find(id)));
    return found.map((each) => transactionSchema.parse(each)).filter(({ type }) => type === 'sale');
  }

  async function sell(wish: object): Promise<BraintreeResponse> {
    return readResponse(await sdk.transaction.sale(wish));
  }

  /** What was done under a key before; null when nothing is recorded. */
  async function earlier(request: ChargeRequest): Promise<ChargeOutcome | null> {
    const found = decisive(await search(request.attempt_key));
    if (found === null) return null;
    const isSame = found.amount === inEuros(request.amount);
    return isSame ? judge(found, keeps(request)) : unknown;
  }

  async function read(answer: BraintreeResponse, request: ChargeRequest): Promise<ChargeOutcome> {
    if (answer.transaction !== undefined)
      return judge(transactionSchema.parse(answer.transaction), keeps(request));
    if (hasCode(answer, 'nonceConsumed')) return consumed;
    if (hasCode(answer, 'nonceUnknown') || hasCode(answer, 'methodUnknown'))
      return { outcome: 'declined', reason: 'NONCE_UNKNOWN', transaction_id: null };
    if (answer.codes.length === 0) throw new Error('An answer that says nothing of the sale');
    log.warn('braintree_refused_sale', { attempt: request.attempt_key, codes: answer.codes });
    return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: null };
  }

  async function chargeWithKey(request: ChargeRequest, signal: AbortSignal): Promise<ChargeOutcome> {
    signal.throwIfAborted();
    const answer = await sell({ ...saleOf(request, account), apiRequestKey: request.attempt_key });
    if (hasCode(answer, 'keyNotAllowed')) {
      mayUseKeys = false;
      return chargeWithoutKey(request, signal);
    }
    if (hasCode(answer, 'keyInFlight') || hasCode(answer, 'keyUsedOtherwise')) return unknown;
    if (hasCode(answer, 'keyOfFailedRequest')) return (await earlier(request)) ?? consumed;
    return read(answer, request);
  }

  async function chargeWithoutKey(request: ChargeRequest, signal: AbortSignal): Promise<ChargeOutcome> {
    const before = await earlier(request);
    if (before !== null) return before;
    signal.throwIfAborted();
    return read(await sell(saleOf(request, account)), request);
  }

  async function close(attemptKey: string): Promise<'closed' | 'open' | 'not_allowed'> {
    const answer = await sell({
      amount: '0.01',
      orderId: attemptKey,
      paymentMethodNonce: noNonce,
      apiRequestKey: attemptKey,
    });
    if (hasCode(answer, 'keyNotAllowed')) return 'not_allowed';
    return hasCode(answer, 'nonceUnknown') || hasCode(answer, 'keyOfFailedRequest') ? 'closed' : 'open';
  }

  return {
    async charge(request, signal) {
      if (request.save_payment_method && request.customer_id !== null)
        await vault.ensureCustomer(request.customer_id);
      return mayUseKeys ? chargeWithKey(request, signal) : chargeWithoutKey(request, signal);
    },
    async find(attemptKey, sentAt, signal) {
      const found = decisive(await search(attemptKey));
      if (found !== null) return judge(found, true);
      signal.throwIfAborted();
      const closing = mayUseKeys ? await close(attemptKey) : 'not_allowed';
      if (closing === 'closed') return { outcome: 'never_charged' };
      if (closing === 'open') return unknown;
      mayUseKeys = false;
      const isOver = sentAt !== null && clock.now() - sentAt > longestWay;
      return isOver ? { outcome: 'never_charged' } : unknown;
    },
  };
}

/** The transaction that says what an attempt came to: one that took money before one that did not. */
function decisive(found: readonly BraintreeTransaction[]): BraintreeTransaction | null {
  const taken = found.find((each) => !['not_taken', 'voided'].includes(moneyStateOf(each)));
  return taken ?? found[0] ?? null;
}

function keeps(request: ChargeRequest): boolean {
  return request.save_payment_method && request.customer_id !== null;
}

function saleOf(request: ChargeRequest, account: BraintreeAccount): object {
  const token = storedToken(request.payment_method_nonce);
  const isKept = keeps(request);
  return {
    amount: inEuros(request.amount),
    orderId: request.attempt_key,
    ...(account.merchantAccountId === null ? {} : { merchantAccountId: account.merchantAccountId }),
    ...(token === null
      ? { paymentMethodNonce: request.payment_method_nonce }
      : // Whoever pays by a stored method is not there to pass a challenge: they did when it was stored.
        { paymentMethodToken: token, transactionSource: 'recurring' }),
    ...(request.customer_id !== null && (isKept || token !== null)
      ? { customerId: request.customer_id }
      : {}),
    ...(request.device_data === null ? {} : { deviceData: request.device_data }),
    options: {
      submitForSettlement: true,
      ...(isKept && token === null ? { storeInVaultOnSuccess: true } : {}),
      ...(token === null ? { threeDSecure: { required: true } } : {}),
    },
  };
}

/** What the shop reckons in. Braintree takes the currency from the merchant account, not from the sale. */
const currency = 'EUR';

type SaleOutcome = Exclude<ChargeOutcome, { outcome: 'awaiting_payment' }>;

/**
 * Says what a sale came to. One in another currency than the shop's, as a merchant account of that currency makes it, is
 * taken back at once, which declines it; when that fails it stays unknown, and the next look tries again.
 */
function createSaleJudge({
  sdk,
  log,
}: {
  readonly sdk: BraintreeSdk;
  readonly log: Log;
}): (sale: BraintreeTransaction, keeps: boolean) => Promise<SaleOutcome> {
  return async (sale, keeps) => {
    const outcome = outcomeOf(sale, keeps);
    if (outcome.outcome !== 'charged' || sale.currencyIsoCode === currency) return outcome;
    const surprise = new Error(
      `Braintree charges in ${sale.currencyIsoCode}: set BRAINTREE_MERCHANT_ACCOUNT to one in ${currency}`,
    );
    log.error('braintree_other_currency', surprise, { attempt: sale.orderId, transaction: sale.id });
    const undone = readResponse(await sdk.transaction.void(sale.id));
    if (!undone.isSuccess) return { outcome: 'unknown' };
    return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: sale.id };
  };
}
