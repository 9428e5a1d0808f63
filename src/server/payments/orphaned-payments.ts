import { sql } from 'kysely';
import { openAttemptStates } from '#core/rules/payments/payment-rules.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import {
  firstCardGateway,
  knownProviders,
  pastProviderInstructions,
} from '#server/platform/payment-gateways.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

type Orphaning = Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'pastGateways'>;

/** Open payments, refunds and subscriptions of a provider that is not configured. */
interface OpenMoney {
  readonly provider: string;
  /** Payments with an unknown outcome, and ended ones that are still checked for late money, which must be refunded. */
  readonly unknown: number;
  /**
   * Payments of the last two years that are not fully refunded: withdrawal and legal guarantee may require refunds for
   * that time.
   */
  readonly refundable: number;
  /** Refunds that were decided and not paid out yet. */
  readonly refunds: number;
  /** Subscriptions that renew with a stored card. */
  readonly subscriptions: number;
}

/** In days. */
const refundableFor = 2 * 365;
const day = 86_400_000;

/**
 * Sets the configured provider for payment attempts whose provider the migration could not determine. @throws Error
 * with the counts when payments, refunds or subscriptions depend on a provider that is no longer configured
 * (docs/behaviour/payments.md#change-of-the-payment-provider).
 */
export async function refuseOrphanedPayments(context: ServerContext): Promise<void> {
  await context.db
    .updateTable('payment_attempts')
    .set({ provider: firstCardGateway(context).identity })
    .where('provider', 'is', null)
    .execute();
  await nameAccounts(context);
  const orphaned = await describeOrphanedPayments(context, context.settings.mode);
  if (orphaned.length > 0) throw new Error(orphaned.join('\n'));
}

/**
 * Returns a sentence for each provider that is not configured but still has open payments, refunds or subscriptions.
 */
export async function describeOrphanedPayments(
  context: Orphaning,
  mode: 'demo' | 'live',
): Promise<readonly string[]> {
  return (await findOrphanedMoney(context)).map((open) => describe(open, mode));
}

/**
 * Adds the account to rows of earlier versions, which stored only the provider's name: the earliest configured account,
 * which was the only one then.
 */
async function nameAccounts({ db, gateways, pastGateways }: ServerContext): Promise<void> {
  const known = new Map([...gateways, ...pastGateways].map((gateway) => [gateway.name, gateway.identity]));
  for (const [name, identity] of known) {
    if (name === identity) continue;
    await inTransaction(db, async (trx) => {
      for (const table of ['payment_attempts', 'refunds'] as const) {
        await trx.updateTable(table).set({ provider: identity }).where('provider', '=', name).execute();
      }
      await trx
        .updateTable('subscriptions')
        .set({ vault_provider: identity })
        .where('vault_provider', '=', name)
        .execute();
    });
  }
}

async function findOrphanedMoney(context: Orphaning): Promise<readonly OpenMoney[]> {
  const since = new Date(context.clock.now() - refundableFor * day);
  const configured = knownProviders(context);
  const { rows } = await sql<OpenMoney>`
    select provider, sum(unknown)::int as unknown, sum(refundable)::int as refundable, sum(refunds)::int as refunds,
      sum(subscriptions)::int as subscriptions
    from (
      select provider, 1 as unknown, 0 as refundable, 0 as refunds, 0 as subscriptions
      from payment_attempts
      where state = any (${[...openAttemptStates]})
        or state in ('declined', 'never_charged') and next_check_at is not null
      union all
      select provider, 0, 1, 0, 0 from payment_attempts
      where state = 'charged' and settled_at > ${since} and amount_cents > (
        select coalesce(sum(amount_cents), 0) from refunds
        where refunds.payment_attempt_id = payment_attempts.id and refunds.state = 'refunded'
      )
      union all
      select provider, 0, 0, 1, 0 from refunds
      where state in ('open', 'unknown', 'refused') and payment_attempt_id is not null
      union all
      select vault_provider, 0, 0, 0, 1 from subscriptions
      where vault_token is not null and renews and status <> 'expired'
    ) as money
    where provider <> all (${configured})
    group by provider order by provider
  `.execute(context.db);
  return rows;
}

function describe(open: OpenMoney, mode: 'demo' | 'live'): string {
  const { provider, unknown, refundable, refunds, subscriptions } = open;
  const demo =
    ' Live mode never uses a provider for trying out: use an empty database (DATABASE_URL or DATA_DIR).';
  const cure = `${pastProviderInstructions(provider)}${mode === 'live' ? demo : ''}`;
  return (
    `The payment provider ${provider} is not configured, and money still belongs to it: ` +
    `${unknown} payments with an unknown outcome, ${refundable} payments that may have to be refunded, ` +
    `${refunds} refunds that are not paid out, ${subscriptions} subscriptions with a stored card. ${cure}`
  );
}
