import type * as z from 'zod/mini';
import type { trackUtm } from '#api/tracking/tracking-endpoints.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

type Origin = z.output<typeof trackUtm.body>;

/** Stores where a new user came from. 403 for another user's id. Only the first call has an effect. */
export async function recordRegistrationSource(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  { user_id, utm_source, utm_medium, utm_campaign, utm_social }: Origin,
): Promise<Result<null, DomainFailure>> {
  if (user_id !== userId) return err(domainFailure('FORBIDDEN', { pointer: '/user_id' }));
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
