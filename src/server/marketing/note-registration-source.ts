import type * as z from 'zod/mini';
import type { trackUtm } from '#api/tracking.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { HostContext } from '#server/server-context.ts';

type Origin = z.output<typeof trackUtm.body>;

/** Notes where a new user came from (specification §4). Only one's own; only the first call counts, others do no harm. */
export async function noteRegistrationSource(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  userId: string,
  { user_id, utm_source, utm_medium, utm_campaign, utm_social }: Origin,
): Promise<Result<null, ApiFailure>> {
  if (user_id !== userId) return err(apiFailure('FORBIDDEN', { pointer: '/user_id' }));
  await db
    .insertInto('registration_sources')
    .values({
      user_id,
      utm_source: utm_source ?? null,
      utm_medium: utm_medium ?? null,
      utm_campaign: utm_campaign ?? null,
      utm_social: utm_social ?? null,
      noted_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return ok(null);
}
