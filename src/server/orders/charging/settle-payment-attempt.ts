import { sql, type Transaction } from 'kysely';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import { stateAfter, transition } from '#core/rules/basics/state-machine.ts';
import { type PaymentAttemptState, paymentAttemptStateMachine } from '#core/rules/payments/payment-rules.ts';
import type { CapturingGateway, ChargeOutcome, FoundCharge, PaymentGateway } from '#ports/payment-gateway.ts';
import { fulfilOrder } from '#server/orders/delivery/fulfil-order.ts';
import { lockOrder, lockOrderOnly, transitionOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { isRenewal } from '#server/orders/read-order.ts';
import { release } from '#server/orders/reservations.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, repeatAborted } from '#server/platform/database/transaction.ts';
import { isCapturing } from '#server/platform/payment-gateways.ts';
import { awaitTransfer } from './bank-transfers.ts';
import { countHeldStock } from './held-stock.ts';
import {
  type AttemptRow,
  lateCheckDelay,
  type UndoStep,
  undoLateOutcome,
  undoStepOf,
} from './late-payments.ts';
import { actionChanges, decisionChanges, readAction } from './payment-actions.ts';
import { storedMetadata } from './payment-metadata.ts';
import { mailRefusal } from './refusal-mail.ts';

/** Milliseconds until the next look-up of an unknown outcome: 5 s, 10 s, 20 s, then always 30 s. */
function checkDelay(checks: number): number {
  return Math.min(5_000 * 2 ** checks, 30_000);
}

/** The event of the payment attempt's state machine for each outcome. */
const outcomeEvents = {
  authorised: 'authorise',
  charged: 'succeed',
  declined: 'decline',
  never_charged: 'rule_out',
  awaiting_payment: 'await_payment',
  requires_action: 'require_action',
  processing: 'await_decision',
  unknown: 'lose_response',
} as const;

/**
 * The next call to the gateway after an outcome was stored: capture a stored authorisation, or undo an outcome that
 * arrived after its payment attempt had ended (`UndoStep`).
 */
type NextStep = { readonly step: 'capture'; readonly transactionId: string } | UndoStep | null;

/** The state of a payment attempt after an outcome was stored. */
interface Settled {
  readonly state: PaymentAttemptState;
  readonly next: NextStep;
}

/**
 * Stores the outcome of a payment attempt and completes it: an authorisation is stored before it is captured
 * (docs/behaviour/checkout-and-payment.md#authorise-then-capture); one that arrives too late is released. Money is only
 * taken for an attempt whose row says `authorised`, and an order has at most one such row. Returns the state of the
 * attempt.
 */
export async function completePaymentAttempt(
  context: OrderContext,
  attempt: ChargedAttempt,
  outcome: ChargeOutcome | FoundCharge,
  cause: SettlingCause,
): Promise<PaymentAttemptState> {
  const { id, gateway } = attempt;
  const authorised =
    outcome.outcome === 'authorised'
      ? await repeatAborted(() => storeAuthorisation(context, attempt, outcome))
      : null;
  const { state, next } =
    authorised ??
    (await inTransaction(context.db, (trx) => settlePaymentAttempt(trx, context, id, outcome, cause)));
  if (next === null) return state;
  if (next.step === 'capture')
    return isCapturing(gateway) ? capture(context, { id, gateway }, next.transactionId, cause) : state;
  const found = await undoLateOutcome(context, attempt, next);
  return found === null ? state : completePaymentAttempt(context, attempt, found, cause);
}

/** Lease of a payment attempt by one server, in milliseconds: more than the 10 s limit of a gateway call. */
export const lease = 15_000;

interface ChargedAttempt {
  readonly id: string;
  readonly attempt_key: string;
  readonly gateway: PaymentGateway;
}

/**
 * Stores an authorisation, the usual outcome of a charge, in one statement without locking the order: it has no other
 * consequences, and settling an attempt locks its row. Null when the attempt does not wait for its charge any more, or
 * when another amount was authorised.
 */
async function storeAuthorisation(
  context: OrderContext,
  { id, attempt_key }: ChargedAttempt,
  outcome: OutcomeOf<'authorised'>,
): Promise<Settled | null> {
  const state = stateAfter(paymentAttemptStateMachine, 'charging', 'authorise');
  const stored = await context.db
    .updateTable('payment_attempts')
    .set({
      ...storedMetadata(context, { attempt_key }, outcome),
      ...authorisationChanges(outcome, state, context.clock.now()),
    })
    .where('id', '=', id)
    .where('state', '=', 'charging')
    .where('amount_cents', '=', outcome.amount)
    .returning('id')
    .executeTakeFirst();
  return stored === undefined ? null : authorisedAs(outcome, state);
}

function authorisationChanges(
  { transaction_id, method, vault_token }: OutcomeOf<'authorised'>,
  state: PaymentAttemptState,
  now: number,
): AttemptChanges {
  const next_check_at = new Date(now + lease);
  return { state, next_check_at, action: null, transaction_id, method: JSON.stringify(method), vault_token };
}

function authorisedAs({ transaction_id }: OutcomeOf<'authorised'>, state: PaymentAttemptState): Settled {
  return { state, next: { step: 'capture', transactionId: transaction_id } };
}

interface CardAttempt {
  readonly id: string;
  readonly gateway: CapturingGateway;
}

/** Captures a stored authorisation and stores the outcome. Returns the state of the attempt. */
export async function capture(
  context: OrderContext,
  { id, gateway }: CardAttempt,
  transactionId: string,
  cause: SettlingCause,
): Promise<PaymentAttemptState> {
  const { outcome } = await gateway.capture(transactionId);
  const { state } = await inTransaction(context.db, async (trx) => {
    const { order } = await lockOrder(trx, orderOf(id));
    const attempt = await lockAttempt(trx, id);
    const charged = {
      outcome: 'charged',
      transaction_id: transactionId,
      amount: cents(attempt.amount_cents),
      method: attempt.method as PaymentMethodSummary,
      vault_token: attempt.vault_token,
    } as const;
    const declined = {
      outcome: 'declined',
      reason: 'PROCESSOR_DECLINED',
      transaction_id: transactionId,
    } as const;
    const results = { captured: charged, refused: declined, unknown: { outcome: 'unknown' } } as const;
    return settleLocked({ trx, context, order, attempt, cause }, results[outcome]);
  });
  return state;
}

/**
 * Stores the outcome of a payment attempt with all its consequences. An attempt that is settled already is not changed,
 * because browser and background job may both report an outcome.
 */
export async function settlePaymentAttempt(
  trx: Transaction<Database>,
  context: OrderContext,
  attemptId: string,
  outcome: ChargeOutcome | FoundCharge,
  cause: SettlingCause,
): Promise<Settled> {
  // An authorisation does not change the cart.
  const order =
    outcome.outcome === 'authorised'
      ? await lockOrderOnly(trx, orderOf(attemptId))
      : (await lockOrder(trx, orderOf(attemptId))).order;
  return settleLocked({ trx, context, order, attempt: await lockAttempt(trx, attemptId), cause }, outcome);
}

function orderOf(attemptId: string) {
  return sql<string>`(select order_id from payment_attempts where id = ${attemptId})`;
}

/**
 * Called after locking the order, because another call may have settled the attempt in the meantime. Locks the attempt,
 * too, because an authorisation is stored without the lock of the order.
 */
function lockAttempt(trx: Transaction<Database>, id: string): Promise<AttemptRow> {
  return trx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function settleLocked(
  locked: Pick<Settling, 'trx' | 'context' | 'order' | 'attempt' | 'cause'>,
  reported: Outcome,
): Promise<Settled> {
  const { context, attempt } = locked;
  // No buyer waits for a renewal, so its outcome is looked up like an unknown one.
  const isUndecided = reported.outcome === 'processing' && isRenewal(locked.order);
  const outcome: Outcome = isUndecided ? { outcome: 'unknown' } : reported;
  const hasComeIn = attempt.state === 'awaiting_payment' && outcome.outcome === 'charged';
  const event = hasComeIn ? 'receive_payment' : outcomeEvents[outcome.outcome];
  const moved = transition(paymentAttemptStateMachine, attempt.state as PaymentAttemptState, event);
  if (!moved.ok) {
    const state = attempt.state as PaymentAttemptState;
    return { state, next: undoStepOf(context, attempt, outcome) };
  }
  const metadata = storedMetadata(context, attempt, outcome);
  return settlers[outcome.outcome](
    { ...locked, metadata, state: moved.value, now: context.clock.now() },
    outcome as never,
  );
}

/** A payment attempt under the lock of its order, and the state that its outcome leads to. */
interface Settling {
  readonly trx: Transaction<Database>;
  readonly context: OrderContext;
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  readonly cause: SettlingCause;
  readonly state: PaymentAttemptState;
  /** Column with the provider's metadata of the payment. */
  readonly metadata: { readonly metadata?: string };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type Outcome = ChargeOutcome | FoundCharge;
type OutcomeOf<Name extends Outcome['outcome']> = Extract<Outcome, { readonly outcome: Name }>;

/** Stores each kind of outcome with its consequences. */
const settlers: {
  readonly [Name in Outcome['outcome']]: (settling: Settling, outcome: OutcomeOf<Name>) => Promise<Settled>;
} = {
  async authorised(settling, outcome) {
    const { attempt, state, now } = settling;
    // No money is taken yet; a failed release is retried.
    if (outcome.amount !== attempt.amount_cents) return giveUp(settling, outcome);
    await setAttempt(settling, authorisationChanges(outcome, state, now));
    return authorisedAs(outcome, state);
  },

  async charged(settling, outcome) {
    const { trx, context, order, attempt, cause, state } = settling;
    const { transaction_id, method, vault_token } = outcome;
    if (outcome.amount !== attempt.amount_cents) return giveUp(settling, outcome);
    await setAttempt(settling, {
      ...settled(settling),
      transaction_id,
      method: JSON.stringify(method),
      vault_token,
    });
    const storedCard = vault_token === null ? null : { vault_token, vault_provider: attempt.provider };
    await fulfilOrder(trx, context, order, { cause, method, storedCard });
    return { state, next: null };
  },

  declined: (settling, { reason }) => refuse(settling, 'declined', reason),

  never_charged: (settling) => refuse(settling, 'never_charged', 'NEVER_CHARGED'),

  async awaiting_payment(settling, { transaction_id, method }) {
    const { trx, context, order, cause, state } = settling;
    await setAttempt(settling, {
      state,
      next_check_at: null,
      transaction_id,
      method: JSON.stringify(method),
    });
    await awaitTransfer(trx, context, order, { method, cause });
    return { state, next: null };
  },

  async requires_action(settling, outcome) {
    const { trx, context, order, attempt, cause, state, now } = settling;
    const action = readAction(context, order, outcome);
    if (action === null) {
      // Nobody can act, so the payment has failed and is ended at the provider.
      const ended = await refuse({ ...settling, state: 'declined' }, 'declined', 'VERIFICATION_REQUIRED');
      return { ...ended, next: undoStepOf(context, { ...attempt, ...ended }, outcome) };
    }
    const { transaction_id } = outcome;
    await setAttempt(settling, { state, transaction_id, ...actionChanges(attempt, action, now) });
    if (order.state !== 'awaiting_action')
      await transitionOrder(trx, context, { order, event: 'await_action', cause });
    return { state, next: null };
  },

  async processing(settling, { transaction_id }) {
    const { trx, context, order, attempt, cause, state, now } = settling;
    await setAttempt(settling, { state, transaction_id, ...decisionChanges(attempt, now) });
    if (order.state !== 'processing')
      await transitionOrder(trx, context, { order, event: 'await_decision', cause });
    return { state, next: null };
  },

  async unknown(settling) {
    const { trx, context, order, attempt, cause, state, now } = settling;
    await setAttempt(settling, {
      state,
      checks: attempt.checks + 1,
      next_check_at: new Date(now + checkDelay(attempt.checks)),
    });
    if (order.state === 'charging')
      await transitionOrder(trx, context, { order, event: 'outcome_unknown', cause });
    return { state, next: null };
  },
};

/** The columns of an attempt that has ended. */
function settled({ state, now }: Settling) {
  return { state, settled_at: new Date(now), next_check_at: null, begun_from: null, action: null };
}

async function setAttempt({ trx, attempt, metadata }: Settling, changes: AttemptChanges): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ ...metadata, ...changes })
    .where('id', '=', attempt.id)
    .execute();
}

/** Releases what the order has reserved, and opens it for another payment. */
async function refuse(
  settling: Settling,
  outcome: 'declined' | 'never_charged',
  reason: string,
): Promise<Settled> {
  const { trx, context, order, attempt, cause, now } = settling;
  // An authorisation that is still being processed takes no money; a later check finds and releases it.
  const next_check_at = outcome === 'never_charged' ? new Date(now + lateCheckDelay) : null;
  await setAttempt(settling, { ...settled(settling), next_check_at, decline_reason: reason });
  await release(trx, context, order);
  await countHeldStock(trx, context, attempt);
  const changes = { last_decline: reason };
  const state = await transitionOrder(trx, context, { order, event: 'charge_declined', cause, changes });
  const refused = { order: { ...order, state }, outcome, cause };
  for (const subscriber of context.orderSubscribers) await subscriber.chargeRefused?.(trx, context, refused);
  await mailRefusal(settling);
  return { state: settling.state, next: null };
}

/** Ends an attempt for which another amount was authorised or charged. That does not pay the order, so it is undone. */
async function giveUp(settling: Settling, outcome: OutcomeOf<'authorised' | 'charged'>): Promise<Settled> {
  const { context, order, attempt } = settling;
  reportOtherAmount(context, order, attempt, outcome.amount);
  const ended = await refuse({ ...settling, state: 'never_charged' }, 'never_charged', 'NEVER_CHARGED');
  return { ...ended, next: undoStepOf(context, { ...attempt, ...ended }, outcome) };
}

type SettlingCause = 'gateway' | 'background' | 'operator';

function reportOtherAmount(
  { log }: OrderContext,
  order: OrderRow,
  attempt: AttemptRow,
  charged: number,
): void {
  const expected = attempt.amount_cents;
  const surprise = new Error('The gateway granted or charged another amount than the order asked for');
  log.error('charged_amount_differs', surprise, { order: order.code, charged, expected });
}

interface AttemptChanges {
  readonly state: PaymentAttemptState;
  readonly settled_at?: Date;
  readonly next_check_at?: Date | null;
  readonly begun_from?: null;
  readonly checks?: number;
  readonly transaction_id?: string;
  readonly decline_reason?: string;
  readonly method?: string;
  readonly vault_token?: string | null;
  /** JSON. */
  readonly action?: string | null;
  readonly action_expires_at?: Date;
}
