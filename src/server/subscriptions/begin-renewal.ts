import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { cents } from '#core/rules/money.ts';
import type { OrderState } from '#core/rules/order.ts';
import { isSettling } from '#core/rules/order-life-cycle.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import type { ChargeRequest } from '#ports/payment-gateway.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderRow } from '#server/orders/find-order.ts';
import { fulfilOrder } from '#server/orders/fulfil-order.ts';
import { moveOrder } from '#server/orders/move-order.ts';
import { openAttempt } from '#server/orders/open-attempt.ts';
import type { HostContext } from '#server/server-context.ts';
import { announceLate } from './announce-late.ts';
import type { ContractRow } from './contract.ts';
import { lockContractRow } from './contract.ts';
import { isRenewal, renewalRefused } from './settle-renewal.ts';
import { writeRenewalOrder } from './write-renewal-order.ts';

/** What the first transaction of a renewal found. */
export type BegunRenewal =
  | { readonly step: 'charge'; readonly attemptId: string; readonly request: ChargeRequest }
  /** Nothing to ask the gateway: it cost nothing, there is no card to charge, or it has to be announced first. */
  | { readonly step: 'settled' }
  /** A charge of the period is under way already. */
  | { readonly step: 'busy' }
  /** The contract has changed hands or state since it was looked at. */
  | { readonly step: 'gone' };

interface Beginning {
  readonly contractId: string;
  /** `next_action_at` as the scan has leased it; null when the owner asks, whose tries are not counted. */
  readonly lease: Date | null;
}

/** When the scan looks again at a contract whose charge is under way, in milliseconds. */
const busyPause = 60_000;

/**
 * The first transaction of a renewal (decisions §4): locks the period's order, then the contract, checks that it is
 * still this host's to renew, and opens an attempt on the stored payment method. While an attempt runs the contract has
 * no next action; whoever settles the attempt sets it.
 */
export async function beginRenewal(
  trx: Transaction<Database>,
  context: HostContext,
  { contractId, lease }: Beginning,
): Promise<BegunRenewal> {
  const existing = await lockPeriodOrder(trx, contractId);
  const contract = await lockContractRow(trx, contractId);
  const isOurs = lease === null || contract.next_action_at?.getTime() === lease.getTime();
  const isRunning = contract.status === 'active' || contract.status === 'past_due';
  const isSamePeriod = existing === null || existing.period_number === contract.paid_periods + 1;
  if (!isOurs || !isRunning || !contract.renews || !isSamePeriod) return { step: 'gone' };
  if (existing !== null && isSettling(existing.state as OrderState)) {
    if (lease !== null) await setNextAction(trx, contract, new Date(context.clock.now() + busyPause));
    return { step: 'busy' };
  }
  if (lease !== null) {
    if (existing === null && (await announceLate(trx, context, contract))) return { step: 'settled' };
    await setNextAction(trx, contract, null);
  }
  const draft = existing ?? (await writeRenewalOrder(trx, context, contract));
  const order = await verified(trx, context, draft);
  if (contract.vault_token === null && order.amount_due_cents > 0) {
    if (isRenewal(order))
      await renewalRefused(trx, context, order, { outcome: 'declined', cause: 'background' });
    return { step: 'settled' };
  }
  const charging = {
    ...order,
    state: await moveOrder(trx, context, { order, event: 'begin_charge', cause: 'background' }),
  };
  return chargeContract(trx, context, contract, charging);
}

async function chargeContract(
  trx: Transaction<Database>,
  context: HostContext,
  contract: ContractRow,
  order: OrderRow,
): Promise<BegunRenewal> {
  const { vault_token } = contract;
  if (order.amount_due_cents === 0 || vault_token === null) {
    const nothing = { kind: 'credit', brand: null, last_four: null } as const;
    const method = (contract.payment_method as PaymentMethodSummary | null) ?? nothing;
    await fulfilOrder(trx, context, order, { cause: 'background', method, vaultToken: null });
    return { step: 'settled' };
  }
  const { id, attempt_key } = await openAttempt(trx, context, order, (number) =>
    createHash('sha256').update(`${vault_token}:${number}`).digest(),
  );
  return {
    step: 'charge',
    attemptId: id,
    request: {
      attempt_key,
      order_code: order.code,
      amount: cents(order.amount_due_cents),
      payment_method_nonce: vault_token,
      device_data: null,
      customer_id: contract.order_id,
      save_payment_method: false,
    },
  };
}

/** The order of the period after the paid ones, if its charge was tried before. */
async function lockPeriodOrder(trx: Transaction<Database>, contractId: string): Promise<OrderRow | null> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('subscription_id', '=', contractId)
    .where('period_number', '=', (inner) =>
      inner
        .selectFrom('subscriptions')
        .select((select) => select('paid_periods', '+', 1).as('due'))
        .where('id', '=', contractId),
    )
    .forUpdate()
    .executeTakeFirst();
  return order ?? null;
}

async function verified(
  trx: Transaction<Database>,
  context: HostContext,
  order: OrderRow,
): Promise<OrderRow> {
  if (order.state !== 'draft') return order;
  return { ...order, state: await moveOrder(trx, context, { order, event: 'verify', cause: 'background' }) };
}

async function setNextAction(
  trx: Transaction<Database>,
  contract: ContractRow,
  at: Date | null,
): Promise<void> {
  await trx.updateTable('subscriptions').set({ next_action_at: at }).where('id', '=', contract.id).execute();
}
