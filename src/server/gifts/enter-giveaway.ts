import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { findGiveaway } from '#server/content/contents.ts';
import { requestTypedNewsletter } from '#server/marketing/newsletter.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { respondInConstantTime } from '#server/platform/http/constant-time-response.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { readSeed } from './draw-giveaway.ts';

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
  const enter = () => storeEntry(context, { email, giveaway, newsletter }, locale);
  if (!newsletter) return enter();
  const allowed = await takeHit(context.db, context, [limitOf('newsletter_network', { network: address })]);
  // In constant time, so that it does not reveal who gets the newsletter.
  return allowed.ok ? respondInConstantTime(context, enter) : allowed;
}

function storeEntry(
  context: ServerContext,
  { email, giveaway, newsletter }: Entry,
  locale: Locale,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const { drawn_at } = await readSeed(trx, context, giveaway, 'share');
    if (drawn_at !== null) return err(domainFailure('EXPIRED', { pointer: '/giveaway' }));
    if (newsletter)
      await requestTypedNewsletter(trx, context, { email, locale, source: `giveaway-${giveaway}` });
    await trx
      .insertInto('giveaway_entries')
      .values({ giveaway, email, locale, entered_at: new Date(context.clock.now()) })
      .onConflict((conflict) => conflict.columns(['giveaway', 'email']).doNothing())
      .execute();
    return ok(null);
  });
}
