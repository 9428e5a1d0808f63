import { cents } from '#core/rules/basics/money.ts';
import type { ChargeRequest, PageGateway } from '#ports/payment-gateway.ts';
import { type PaymentGatewayHarness, requestFor, tokenRequestFor } from './payment-gateway-harness.ts';

/** The data with which the provider opened a page. Amount in cents. */
export interface OpenedPage {
  readonly amount: number;
  readonly currency: string;
  readonly return_url: string;
  readonly locale: string;
  /** Absent if the protocol of the provider does not have it. */
  readonly statement_descriptor?: string | null;
  /** The URL of the page, as the provider returned it. */
  readonly page?: string;
}

/**
 * An unexpected report of a provider about a payment. `other_currency`: paid, the same number of dollars. `part`: paid,
 * 50.00 EUR. `unknown_state`: an undocumented state. `unknown_field`: the true state with an undocumented field.
 */
export type PageSurprise = 'other_currency' | 'part' | 'unknown_state' | 'unknown_field';

/** A gateway under test whose buyers pay on a page of the provider, with access to that page. */
export interface PageGatewayHarness
  extends Omit<PaymentGatewayHarness, 'nonce' | 'arrive' | 'agree' | 'hang' | 'answer'> {
  readonly gateway: PageGateway;
  another(): Promise<PageGateway>;
  /** Returns the pages that the provider has opened for an attempt, in the order of their requests. */
  opened(attemptKey: string): Promise<readonly OpenedPage[]>;
  /**
   * Acts as the buyer on the page. `pay_later`: the buyer has paid, and the bank decides later. `expire`: the time for
   * the payment passes. Does nothing when the provider no longer waits for the buyer.
   */
  act(attemptKey: string, choice: 'pay' | 'pay_later' | 'cancel' | 'fail' | 'expire'): Promise<void>;
  /** Decides as the bank after `pay_later`. */
  decide(attemptKey: string, decision: 'grant' | 'refuse'): Promise<void>;
  /** Makes the provider report this of a payment from now on, in every response. */
  surprise?(attemptKey: string, how: PageSurprise): Promise<void>;
  /** Makes the provider report from now on that it takes no such payments, as after the end of a contract. */
  withdrawOffer?(): Promise<void>;
  /** Loses the gateway's next request on its way, or the provider's response to it. */
  loseNext(which: 'request' | 'response'): Promise<void>;
  hang(): Promise<void>;
  answer(status: number, body: string): Promise<void>;
}

/** Returns a request for an attempt on a page, 89.00 EUR unless an amount is given. */
export const pageRequest = (changes: Partial<ChargeRequest> = {}) => requestFor('page:kit:1', changes);

/** Begins a payment of 1,234.56 EUR, which waits for its buyer on a page. */
export async function openPage(
  { gateway }: Pick<PageGatewayHarness, 'gateway'>,
  changes: Partial<ChargeRequest> = {},
) {
  const asked = pageRequest({ amount: cents(123_456), ...changes });
  const outcome = await gateway.charge(asked);
  if (outcome.outcome !== 'requires_action') throw new Error(`No page: ${JSON.stringify(outcome)}`);
  return { asked, key: asked.attempt_key, outcome, id: outcome.transaction_id };
}

interface PendingPayment {
  readonly key: string;
  readonly id: string;
  readonly asked: ChargeRequest;
}

/** Makes every call of a gateway, for a pending payment and a new one. Returns the promises by name. */
export const callsOf = (
  { gateway }: Pick<PageGatewayHarness, 'gateway'>,
  { key, id, asked }: PendingPayment,
) => ({
  createClientToken: gateway.createClientToken(tokenRequestFor(null)),
  charge: gateway.charge({ ...asked, attempt_key: `${key}/again` }),
  findCharge: gateway.findCharge(key),
  cancelAction: gateway.cancelAction(key, id),
  refund: gateway.refund(id, cents(100), 'refund'),
});

/** Makes every call of a gateway and waits for all of them. */
export const everyCall = (harness: Pick<PageGatewayHarness, 'gateway'>, subject: PendingPayment) =>
  Promise.all(Object.values(callsOf(harness, subject)));
