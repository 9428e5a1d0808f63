import type { Log } from '#ports/log.ts';
import type { ChargeOutcome } from '#ports/payment-gateway.ts';
import type { BraintreeSdk } from './braintree-sdk.ts';
import { readAnswer } from './read-answer.ts';
import type { BraintreeTransaction } from './read-transaction.ts';
import { outcomeOf } from './read-transaction.ts';

/** What the shop reckons in. Braintree takes the currency from the merchant account, not from the sale. */
const currency = 'EUR';

type SaleOutcome = Exclude<ChargeOutcome, { outcome: 'awaiting_payment' }>;

/**
 * Says what a sale came to. One in another currency than the shop's, as a merchant account of that currency makes it, is
 * taken back at once, which declines it; when that fails it stays unknown, and the next look tries again.
 */
export function createSaleJudge({
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
    const undone = readAnswer(await sdk.transaction.void(sale.id));
    if (!undone.isSuccess) return { outcome: 'unknown' };
    return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: sale.id };
  };
}
