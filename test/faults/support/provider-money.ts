import { type GatewayState, isTaken } from '#test/braintree-gateway/gateway-state.ts';
import type { FaultWorld } from './fault-world.ts';

/** The charges and refunds of one provider account. */
export interface ProviderLedger {
  /** As the shop stores it with a payment attempt. */
  readonly identity: string;
  readonly charges: readonly {
    readonly transaction_id: string;
    readonly attempt_key: string;
    readonly amount: number;
  }[];
  readonly refunds: readonly { readonly transaction_id: string; readonly amount: number }[];
}

export async function sandboxLedger({ gatewayUrl, gatewaySecret }: FaultWorld): Promise<ProviderLedger> {
  const headers = { Authorization: `Bearer ${gatewaySecret}` };
  const response = await fetch(`${gatewayUrl}/merchant/ledger`, { headers });
  const { charges, refunds } = (await response.json()) as ProviderLedger;
  return { identity: 'sandbox', charges, refunds };
}

export function braintreeLedger({ merchant_id, transactions }: GatewayState): ProviderLedger {
  const all = [...transactions.values()].filter(({ status }) => isTaken(status));
  return {
    identity: `braintree/${merchant_id}`,
    charges: all
      .filter(({ type }) => type === 'sale')
      .map(({ id, order_id, amount }) => ({ transaction_id: id, attempt_key: order_id ?? '', amount })),
    refunds: all
      .filter(({ type }) => type === 'credit')
      .map(({ refunded_transaction_id, amount }) => ({
        transaction_id: refunded_transaction_id ?? '',
        amount,
      })),
  };
}

interface Attempt {
  readonly id: string;
  readonly order_id: string;
  readonly attempt_key: string;
  readonly provider: string | null;
  readonly state: string;
  readonly transaction_id: string | null;
}

/**
 * Compares the ledgers of all providers with the shop: every charge belongs to one charged payment attempt of that
 * provider, every paid order was charged once in all, every refund was paid by the provider of its charge.
 */
export async function checkProviders(
  world: FaultWorld,
  ledgers: readonly ProviderLedger[],
): Promise<readonly string[]> {
  return world.query(async (db) => {
    const attempts: readonly Attempt[] = await db.selectFrom('payment_attempts').selectAll().execute();
    const orders = await db.selectFrom('orders').selectAll().execute();
    const refunds = await db.selectFrom('refunds').selectAll().execute();
    const byKey = new Map(attempts.map((attempt) => [attempt.attempt_key, attempt]));
    const charges = ledgers.flatMap((ledger) =>
      ledger.charges.map((charge) => ({ ...charge, identity: ledger.identity })),
    );
    const ofOrder = Map.groupBy(charges, ({ attempt_key }) => byKey.get(attempt_key)?.order_id);
    return [
      ...charges.flatMap((charge) => wrongCharge(charge, byKey.get(charge.attempt_key))),
      ...orders.flatMap(({ id, code, state, amount_due_cents }) => {
        const isPaid = state === 'paid' || state === 'refunded';
        const due = isPaid && amount_due_cents > 0 ? [amount_due_cents] : [];
        const taken = (ofOrder.get(id) ?? []).map(({ amount }) => amount);
        return String(taken) === String(due)
          ? []
          : [`Order ${code} is ${state}: due was [${due}], charged was [${taken}]`];
      }),
      ...refunds
        .filter(({ state, payment_attempt_id }) => payment_attempt_id !== null && state !== 'refunded')
        .map(({ refund_key, state }) => `Refund ${refund_key} is still ${state}`),
      ...ledgers.flatMap((ledger) => wrongRefunds(ledger, attempts, refunds)),
    ];
  });
}

function wrongCharge(
  charge: ProviderLedger['charges'][number] & { readonly identity: string },
  attempt: Attempt | undefined,
): readonly string[] {
  const { identity, attempt_key, transaction_id } = charge;
  const isRight =
    attempt?.provider === identity &&
    attempt.state === 'charged' &&
    attempt.transaction_id === transaction_id;
  return isRight ? [] : [`${attempt_key} was charged by ${identity}, stored is ${JSON.stringify(attempt)}`];
}

interface Refund {
  readonly payment_attempt_id: string | null;
  readonly provider: string | null;
  readonly state: string;
  readonly amount_cents: number;
}

/** Compares the refunds of a ledger with those that the shop has paid there, per transaction. */
function wrongRefunds(
  { identity, refunds }: ProviderLedger,
  attempts: readonly Attempt[],
  stored: readonly Refund[],
): readonly string[] {
  const transactions = new Map(attempts.map(({ id, transaction_id }) => [id, transaction_id]));
  const wanted = stored
    .filter(
      ({ provider, state, amount_cents }) =>
        provider === identity && state === 'refunded' && amount_cents > 0,
    )
    .map((refund) => `${transactions.get(refund.payment_attempt_id ?? '')}: ${refund.amount_cents}`);
  const paid = refunds.map(({ transaction_id, amount }) => `${transaction_id}: ${amount}`);
  const [one, other] = [wanted.toSorted().join(), paid.toSorted().join()];
  return one === other ? [] : [`${identity} has paid the refunds [${other}], decided were [${one}]`];
}
