import type * as z from 'zod/mini';
import type { trackUtm } from '#api/marketing.ts';
import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { subscribeToNewsletter } from '#server/accounts/newsletter.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import { findGiveaway } from './contents.ts';

type Origin = z.output<typeof trackUtm.body>;

/** Stores where a new user came from. 403 for another user's id. Only the first call has an effect. */
export async function noteRegistrationSource(
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

interface Entry {
  readonly email: string;
  readonly giveaway: string;
  /** Also starts the newsletter's double opt-in. */
  readonly newsletter: boolean;
}

/** Enters a giveaway, once per e-mail address; a second entry gets the same response. */
export async function enterGiveaway(
  context: ServerContext,
  { email, giveaway, newsletter }: Entry,
  { address, locale }: { readonly address: string; readonly locale: Locale },
): Promise<Result<null, DomainFailure>> {
  const state = await findGiveaway(context, giveaway);
  if (state === null) return err(domainFailure('NOT_FOUND', { pointer: '/giveaway' }));
  if (state === 'over') return err(domainFailure('EXPIRED', { pointer: '/giveaway' }));
  if (state === 'not_yet') return err(domainFailure('NOT_YET_VALID', { pointer: '/giveaway' }));
  const allowed = await takeHit(context.db, context, [
    { key: ['giveaway', address], hits: 30, minutes: 60 },
    { key: ['giveaway-email', email], hits: 10, minutes: 60 },
  ]);
  if (!allowed.ok) return allowed;
  if (newsletter) {
    // Uses the newsletter's own rate limits.
    const subscribed = await subscribeToNewsletter(
      context,
      { email, locale, source: `giveaway-${giveaway}` },
      address,
    );
    if (!subscribed.ok) return subscribed;
  }
  await context.db
    .insertInto('giveaway_entries')
    .values({ giveaway, email, locale, entered_at: new Date(context.clock.now()) })
    .onConflict((conflict) => conflict.columns(['giveaway', 'email']).doNothing())
    .execute();
  return ok(null);
}
