import type { Selectable, Transaction, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { CalendarDay } from '#core/model/primitives.ts';
import type { SubscriptionStatus } from '#core/model/subscription.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { cents } from '#core/rules/money.ts';
import { transition } from '#core/rules/state-machine.ts';
import type { ContractTerm, SubscriptionEvent } from '#core/rules/subscription.ts';

import { dueDay, subscriptionStateMachine } from '#core/rules/subscription.ts';

import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { ContractMailFacts } from '#server/mail/mail-templates.ts';
import type { OrderRow } from '#server/order-events.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { ServerContext } from '#server/server-context.ts';

/** A membership or subscription of one user. */
export type ContractRow = Selectable<Database['subscriptions']>;

/** The contract as the rules of its end see it. */
export function termOf(contract: ContractRow): ContractTerm {
  return {
    started_on: contract.started_on,
    period_months: contract.period_months,
    paid_periods: contract.paid_periods,
    price: cents(contract.price_cents),
    is_past_due: contract.status === 'past_due',
  };
}

/** The day after the paid periods: the next one is due then. */
export function dueDayOf(
  contract: Pick<ContractRow, 'started_on' | 'period_months' | 'paid_periods'>,
): CalendarDay {
  return dueDay(contract.started_on, contract.period_months, contract.paid_periods);
}

/** Locks a contract; callers who touch one of its orders lock that first. */
export function lockContractRow(trx: Transaction<Database>, id: string): Promise<ContractRow> {
  return trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

interface LockedContract {
  readonly contract: ContractRow;
  /** The order of the period after the paid ones, once its charge was begun. */
  readonly renewal: OrderRow | null;
}

/**
 * Locks a contract with its newest order, the order first: cart → order → … → contract. While the contract is locked
 * no charge of it can begin or be settled.
 */
export async function lockContract(trx: Transaction<Database>, id: string): Promise<LockedContract> {
  const { newest } = await trx
    .selectFrom('subscriptions')
    .select(
      sql<string | null>`coalesce(
        (select id from orders where subscription_id = subscriptions.id order by period_number desc limit 1),
        order_id
      )`.as('newest'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (newest !== null) await lockOrder(trx, newest);
  const contract = await lockContractRow(trx, id);
  const renewal = await trx
    .selectFrom('orders')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('period_number', '=', contract.paid_periods + 1)
    .executeTakeFirst();
  return { contract, renewal: renewal ?? null };
}

/** Who caused a move, for the contract's history. */
export type ContractCause = 'buyer' | 'declaration' | 'gateway' | 'background' | 'operator';

interface ContractMove {
  readonly contract: { readonly id: string; readonly status: string };
  readonly event: SubscriptionEvent;
  readonly cause: ContractCause;
  readonly changes: Updateable<Database['subscriptions']>;
}

/**
 * Moves a contract that the transaction has locked along its life cycle table and notes it in its history.
 * @throws Error when the status does not know the event: a bug, since callers look at the status first.
 */
export async function moveContract(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { contract, event, cause, changes }: ContractMove,
): Promise<void> {
  const moved = transition(subscriptionStateMachine, contract.status as SubscriptionStatus, event);
  if (!moved.ok) throw new Error(`Contract ${contract.id} cannot ${event} while it is ${contract.status}`);
  await trx
    .updateTable('subscriptions')
    .set({ ...changes, status: moved.value })
    .where('id', '=', contract.id)
    .execute();
  await trx
    .insertInto('subscription_events')
    .values({
      id: context.ids.uuid(),
      subscription_id: contract.id,
      event,
      from_status: contract.status,
      to_status: moved.value,
      cause,
      happened_at: new Date(context.clock.now()),
    })
    .execute();
}

/** Notes in their history that contracts have begun. */
export async function noteContractStart(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  contracts: readonly { readonly id: string }[],
  cause: ContractCause,
): Promise<void> {
  const happened_at = new Date(context.clock.now());
  await trx
    .insertInto('subscription_events')
    .values(
      contracts.map((contract) => ({
        id: context.ids.uuid(),
        subscription_id: contract.id,
        event: 'start',
        from_status: 'none',
        to_status: 'active',
        cause,
        happened_at,
      })),
    )
    .execute();
}

interface ContractMail<Template extends keyof ContractMailFacts> {
  readonly contract: { readonly id: string; readonly user_id: string };
  readonly template: Template;
  readonly facts: Omit<ContractMailFacts[Template], 'subscription_id'>;
  /** What tells this mail from others of the same template and contract. */
  readonly occasion: string;
}

/** Sends a mail about a contract to its owner, in the language they prefer; nobody is there once an account is deleted. */
export async function enqueueContractMail<Template extends keyof ContractMailFacts>(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { contract, template, facts, occasion }: ContractMail<Template>,
): Promise<void> {
  const owner = await trx
    .selectFrom('users')
    .select(['email', 'preferred_language'])
    .where('id', '=', contract.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (owner === undefined) return;
  await enqueueMail<keyof ContractMailFacts>(trx, context, {
    template,
    recipient: owner.email,
    locale: isLocale(owner.preferred_language) ? owner.preferred_language : defaultLocale,
    facts: { subscription_id: contract.id, ...facts } as unknown as ContractMailFacts[Template],
    dedupe_key: `${template}:${contract.id}:${occasion}`,
  });
}
