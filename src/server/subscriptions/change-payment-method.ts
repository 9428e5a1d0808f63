import type { SubscriptionResource } from '#api/subscriptions/subscription-endpoints.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { VaultOutcome, VaultRequest } from '#ports/payment-gateway.ts';
import { paymentLimits } from '#server/orders/charging/payment-limits.ts';
import { completePaymentAttempt } from '#server/orders/charging/settle-payment-attempt.ts';
import { keptAccount } from '#server/orders/order-buyer.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { UserCaller } from '#server/platform/caller.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { findCardGateway } from '#server/platform/payment-gateways.ts';
import { checkLimits, countHit } from '#server/platform/rate-limits.ts';
import { type BegunRenewal, beginRenewal } from './begin-renewal.ts';
import { showSubscription } from './list-subscriptions.ts';
import { enqueueSubscriptionMail, lockSubscriptionRow } from './subscription-rows.ts';

interface ChangedMethod {
  readonly data: SubscriptionResource;
  /** An overdue charge was tried at once and its outcome is not known yet. */
  readonly isPending: boolean;
}

/**
 * Changes the payment method of one of the caller's own subscriptions
 * (docs/behaviour/subscriptions.md#changed-payment-method). It is stored at the provider first, outside of any
 * transaction; later charges go to the provider that stores it. An overdue charge is then tried at once; this try is
 * not counted.
 */
export async function changePaymentMethod(
  context: OrderContext,
  caller: UserCaller,
  id: string,
  given: Pick<VaultRequest, 'payment_method_nonce' | 'device_data'> & {
    /** The provider of the nonce; by default the first card provider. */
    readonly provider?: string | undefined;
  },
): Promise<Result<ChangedMethod, DomainFailure>> {
  const customer = await findVaultCustomer(context, caller, id);
  if (!customer.ok) return customer;
  const buyer = { user_id: caller.user.id, email: '' };
  const limits = paymentLimits({ subject: id, buyer, address: caller.address });
  const allowed = await checkLimits(context.db, context, limits);
  if (!allowed.ok) return allowed;
  const { provider, ...card } = given;
  const gateway = findCardGateway(context, provider);
  if (gateway === undefined) return err(domainFailure('PAYMENT_PROVIDER_INACTIVE', { pointer: '/provider' }));
  const kept = await gateway.vault({ ...card, customer_id: customer.value });
  if (kept.outcome === 'unknown') {
    return err(domainFailure('PAYMENT_UNAVAILABLE', { retryAfterSeconds: 30 }));
  }
  if (kept.outcome === 'declined') {
    await countHit(context.db, context, limits);
    return err(domainFailure('PAYMENT_DECLINED', { pointer: '/payment_method_nonce' }));
  }
  const stored = await storeMethod(context, id, gateway.identity, kept);
  if (!stored.ok) return stored;
  const shown = await showSubscription(context, caller, id);
  if (!shown.ok || shown.value.attributes.status !== 'past_due') {
    return shown.ok ? ok({ data: shown.value, isPending: false }) : shown;
  }
  const charged = await chargeNow(context, caller, id);
  if (!charged.ok && charged.error.code === 'PAYMENT_DECLINED') await countHit(context.db, context, limits);
  return charged;
}

/**
 * Id of the customer at the provider who has the subscription's payment method: the order that started the
 * subscription.
 */
export async function findVaultCustomer(
  context: OrderContext,
  caller: UserCaller,
  id: string,
): Promise<Result<string, DomainFailure>> {
  const subscription = await context.db
    .selectFrom('subscriptions')
    .select(['order_id', 'status'])
    .where('id', '=', id)
    .where('user_id', '=', caller.user.id)
    .executeTakeFirst();
  if (subscription === undefined) return err(domainFailure('NOT_FOUND'));
  // A redeemed period has no order and never renews.
  if (subscription.order_id === null || subscription.status === 'expired') {
    return err(domainFailure('NOTHING_TO_CHARGE'));
  }
  return ok(subscription.order_id);
}

/**
 * Stores a payment method. `UNAUTHENTICATED` when the account was deleted while the provider stored the method; nothing
 * is stored then.
 */
function storeMethod(
  context: OrderContext,
  id: string,
  vault_provider: string,
  { vault_token, method }: Extract<VaultOutcome, { outcome: 'vaulted' }>,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const subscription = await lockSubscriptionRow(trx, id);
    if ((await keptAccount(trx, subscription.user_id)) === null) return err(domainFailure('UNAUTHENTICATED'));
    await trx
      .updateTable('subscriptions')
      .set({ vault_token, vault_provider, payment_method: JSON.stringify(method) })
      .where('id', '=', id)
      .execute();
    await enqueueSubscriptionMail(trx, context, {
      subscription,
      template: 'payment_method_changed',
      facts: {},
      occasion: context.ids.uuid(),
    });
    return ok(null);
  });
}

async function chargeNow(
  context: OrderContext,
  caller: UserCaller,
  id: string,
): Promise<Result<ChangedMethod, DomainFailure>> {
  const begun = await inTransaction(context.db, (trx) =>
    beginRenewal(trx, context, { subscriptionId: id, lease: null }),
  );
  const charged = await finishCharge(context, begun);
  if (charged === 'declined') {
    return err(domainFailure('PAYMENT_DECLINED', { pointer: '/payment_method_nonce' }));
  }
  const shown = await showSubscription(context, caller, id);
  return shown.ok ? ok({ data: shown.value, isPending: charged === 'pending' }) : shown;
}

/** Outcome of a charge outside of the planned tries; `pending` while it is looked up. */
export type ChargedRenewal = 'settled' | 'declined' | 'pending';

/** Charges a renewal that has begun, and settles it. */
export async function finishCharge(context: OrderContext, begun: BegunRenewal): Promise<ChargedRenewal> {
  if (begun.step === 'busy') return 'pending';
  if (begun.step !== 'charge') return 'settled';
  const outcome = await begun.gateway.chargeStored(begun.request);
  const { attemptId, gateway, request } = begun;
  const attempt = { id: attemptId, attempt_key: request.attempt_key, gateway };
  const state = await completePaymentAttempt(context, attempt, outcome, 'gateway');
  if (state === 'declined') return 'declined';
  return state === 'unknown' || state === 'authorised' ? 'pending' : 'settled';
}
