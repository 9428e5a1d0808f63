import { cents } from '#core/rules/basics/money.ts';
import type { ChargeRequest, PageGateway } from '#ports/payment-gateway.ts';
import { type PaymentGatewayHarness, requestFor, tokenRequestFor } from './payment-gateway-harness.ts';

/** What the provider was told when it opened a page. Amount in cents. */
export interface OpenedPage {
  readonly amount: number;
  readonly currency: string;
  readonly return_url: string;
  readonly locale: string;
  /** Absent: the protocol of the provider has no place for it. */
  readonly statement_descriptor?: string | null;
  /** The address of the page that the provider gave. */
  readonly page?: string;
}

/**
 * What a provider tells of a payment that nobody expects. `other_currency`: paid, the same number of dollars. `part`:
 * paid, 50.00 EUR. `unknown_state`: a state that its documentation does not have yet; `unknown_field`: nothing else,
 * but one field more than it has.
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
   * Does on the page what the buyer chooses. `pay_later`: everything is done, and the bank decides later. `expire`:
   * lets the time for the payment pass. Does nothing when the provider waits for nobody any more.
   */
  act(attemptKey: string, choice: 'pay' | 'pay_later' | 'cancel' | 'fail' | 'expire'): Promise<void>;
  /** What the bank decides after `pay_later`. */
  decide(attemptKey: string, decision: 'grant' | 'refuse'): Promise<void>;
  /** Makes the provider tell this of a payment from now on, whatever is asked of it. */
  surprise?(attemptKey: string, how: PageSurprise): Promise<void>;
  /** Makes the provider say from now on that it does not take such payments, as after a contract has ended. */
  withdrawOffer?(): Promise<void>;
  /** Loses the gateway's next request on its way, or the provider's response to it. */
  loseNext(which: 'request' | 'response'): Promise<void>;
  hang(): Promise<void>;
  answer(status: number, body: string): Promise<void>;
}

/** A request of an attempt on a page, 89.00 EUR unless an amount is given. */
export const pageRequest = (changes: Partial<ChargeRequest> = {}) => requestFor('page:kit:1', changes);

/** Begins a payment of 1,234.56 EUR that waits for its buyer. */
export async function waiting(
  { gateway }: Pick<PageGatewayHarness, 'gateway'>,
  changes: Partial<ChargeRequest> = {},
) {
  const asked = pageRequest({ amount: cents(123_456), ...changes });
  const outcome = await gateway.charge(asked);
  if (outcome.outcome !== 'requires_action') throw new Error(`No page: ${JSON.stringify(outcome)}`);
  return { asked, key: asked.attempt_key, outcome, id: outcome.transaction_id };
}

interface Waiting {
  readonly key: string;
  readonly id: string;
  readonly asked: ChargeRequest;
}

/** Every call of a gateway by its name, about a payment that waits for its buyer and about a new one. */
export const callsOf = ({ gateway }: Pick<PageGatewayHarness, 'gateway'>, { key, id, asked }: Waiting) => ({
  createClientToken: gateway.createClientToken(tokenRequestFor(null)),
  charge: gateway.charge({ ...asked, attempt_key: `${key}/again` }),
  findCharge: gateway.findCharge(key),
  cancelAction: gateway.cancelAction(key, id),
  refund: gateway.refund(id, cents(100), 'refund'),
});

/** Waits for all of `callsOf`. */
export const everyCall = (harness: Pick<PageGatewayHarness, 'gateway'>, subject: Waiting) =>
  Promise.all(Object.values(callsOf(harness, subject)));
