import { sql } from 'kysely';
import type { SubscriptionResource } from '#api/subscriptions.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { UserCaller } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';
import { presentContract, selectContracts } from './present-contract.ts';

interface PageQuestion {
  readonly locale: Locale;
  readonly number: number;
  readonly size: number;
}

/** One page of a user's contracts: those that run first, then the newest. Two queries. */
export async function listContracts(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  userId: string,
  { locale, number, size }: PageQuestion,
): Promise<{ readonly items: SubscriptionResource[]; readonly total: number }> {
  const rows = await selectContracts(db, locale)
    .where('user_id', '=', userId)
    .orderBy(sql`subscriptions.status = 'expired'`)
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('subscriptions')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  return { items: rows.map((row) => presentContract(row, now)), total };
}

/** One of the caller's own contracts; anybody else's is answered like one that does not exist. */
export async function showContract(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  caller: UserCaller,
  id: string,
): Promise<Result<SubscriptionResource, ApiFailure>> {
  const row = await selectContracts(db, caller.locale)
    .where('subscriptions.id', '=', id)
    .where('user_id', '=', caller.user.id)
    .executeTakeFirst();
  return row === undefined ? err(apiFailure('NOT_FOUND')) : ok(presentContract(row, clock.now()));
}
