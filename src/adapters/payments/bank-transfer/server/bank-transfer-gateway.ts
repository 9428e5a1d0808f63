import { type Kysely, sql } from 'kysely';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { isTransferNonce, transferNoncePrefix } from '#core/rules/payments/payment-rules.ts';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';
import type {
  ChargeOutcome,
  ChargeRequest,
  FoundCharge,
  PaymentGateway,
  RefundOutcome,
} from '#ports/payment-gateway.ts';
import { isOutage } from '#server/platform/database/connection.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';

interface Needs {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly ids: ServerIds;
}

const method = { kind: 'bank_transfer', brand: null, last_four: null } as const;
const declined = (reason: 'NONCE_CONSUMED' | 'NONCE_UNKNOWN') =>
  ({ outcome: 'declined', reason, transaction_id: null }) as const;

/**
 * Prepayment by bank transfer. A charge only stores that a transfer is expected and returns `awaiting_payment`; the
 * operator records the transfer when it arrives. A refund is stored as money that the operator has to send. The client
 * token is the nonce, because the buyer types nothing; the server adds a signature for the order, which the gateway
 * ignores.
 */
export function createBankTransferGateway(needs: Needs): PaymentGateway {
  const { db, ids } = needs;
  const unknown = { outcome: 'unknown' } as const;
  return {
    name: 'bank_transfer',
    identity: 'bank_transfer',
    createClientToken: () =>
      unlessAway(null, async () => {
        await sql`select 1`.execute(db);
        return `${transferNoncePrefix}${ids.uuid()}`;
      }),
    charge: (request) => unlessAway(unknown, () => promise(needs, request)),
    findCharge: (attemptKey) => unlessAway(unknown, () => find(needs, attemptKey)),
    refund: (transactionId, amount, refundKey) =>
      unlessAway(unknown, () => owe(needs, transactionId, amount, refundKey)),
  };
}

async function unlessAway<Value>(instead: Value, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error)) return instead;
    throw error;
  }
}

async function promise({ db, clock }: Needs, request: ChargeRequest): Promise<ChargeOutcome> {
  const { attempt_key, order_code, amount, payment_method_nonce: nonce } = request;
  if (!isTransferNonce(nonce)) return declined('NONCE_UNKNOWN');
  await db
    .insertInto('bank_transfers')
    .values({
      attempt_key,
      order_code,
      nonce,
      amount_cents: amount,
      state: 'awaiting',
      promised_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const written = await db
    .selectFrom('bank_transfers')
    .selectAll()
    .where('attempt_key', '=', attempt_key)
    .executeTakeFirst();
  // The nonce has been used by another payment attempt.
  if (written === undefined || written.state === 'closed') return declined('NONCE_CONSUMED');
  const isSame =
    written.amount_cents === amount && written.order_code === order_code && written.nonce === nonce;
  return isSame ? outcomeOf(written) : { outcome: 'unknown' };
}

async function find({ db, clock }: Needs, attempt_key: string): Promise<FoundCharge> {
  const now = new Date(clock.now());
  await db
    .insertInto('bank_transfers')
    .values({
      attempt_key,
      order_code: '',
      nonce: null,
      amount_cents: 0,
      state: 'closed',
      promised_at: now,
      settled_at: now,
    })
    .onConflict((conflict) => conflict.column('attempt_key').doNothing())
    .execute();
  const written = await db
    .selectFrom('bank_transfers')
    .selectAll()
    .where('attempt_key', '=', attempt_key)
    .executeTakeFirstOrThrow();
  return written.state === 'closed' ? { outcome: 'never_charged' } : outcomeOf(written);
}

function outcomeOf(written: {
  readonly attempt_key: string;
  readonly amount_cents: number;
  readonly state: string;
}) {
  const transaction_id = written.attempt_key;
  if (written.state === 'awaiting') return { outcome: 'awaiting_payment', transaction_id, method } as const;
  const amount = cents(written.amount_cents);
  return { outcome: 'charged', transaction_id, amount, method, vault_token: null } as const;
}

/** Stores a refund to be sent. The lock on the transfer serialises the refunds of one payment. */
function owe(
  { db, clock }: Needs,
  attempt_key: string,
  amount: Cents,
  refund_key: string,
): Promise<RefundOutcome> {
  return inTransaction(db, async (trx) => {
    const transfer = await trx
      .selectFrom('bank_transfers')
      .select(['amount_cents', 'state'])
      .where('attempt_key', '=', attempt_key)
      .forUpdate()
      .executeTakeFirst();
    if (transfer?.state !== 'received') return { outcome: 'refused' };
    const refunds = await trx
      .selectFrom('bank_transfer_refunds')
      .selectAll()
      .where('attempt_key', '=', attempt_key)
      .execute();
    const earlier = refunds.find((refund) => refund.refund_key === refund_key);
    if (earlier !== undefined) {
      return earlier.amount_cents === amount
        ? { outcome: 'refunded', refund_id: refund_key }
        : { outcome: 'refused' };
    }
    const owed = refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
    if (owed + amount > transfer.amount_cents) return { outcome: 'refused' };
    await trx
      .insertInto('bank_transfer_refunds')
      .values({ refund_key, attempt_key, amount_cents: amount, asked_at: new Date(clock.now()) })
      .execute();
    return { outcome: 'refunded', refund_id: refund_key };
  });
}
