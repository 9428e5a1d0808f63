import type { Result } from '#core/rules/result.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import type { RateLimit } from '#server/rate-limits.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';

interface Delivery {
  readonly userId: string;
  readonly lessonId: string;
  /** The beginning of the film is part of it; false for what a player asks for while it plays. */
  readonly isBeginning: boolean;
}

/**
 * Notes that a part of a paid lesson's film is about to be sent, by the server's clock: what a player reports may be
 * left out, what was delivered not (docs/behaviour/consumer-rights.md#play-of-a-paid-lesson). Limited by user, so that
 * nobody fetches a whole catalogue: 120 films begun and 2,000 parts an hour.
 */
export async function noteFilmDelivery(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { userId, lessonId, isBeginning }: Delivery,
): Promise<Result<null, DomainFailure>> {
  const limits: RateLimit[] = [{ key: ['film-part', userId], hits: 2_000, minutes: 60 }];
  if (isBeginning) limits.push({ key: ['film', userId], hits: 120, minutes: 60 });
  const allowed = await takeHit(db, { clock }, limits);
  if (!allowed.ok) return allowed;
  const now = new Date(clock.now());
  await db
    .insertInto('film_deliveries')
    .values({ user_id: userId, lesson_id: lessonId, first_delivered_at: now, last_delivered_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'lesson_id']).doUpdateSet({ last_delivered_at: now }),
    )
    .execute();
  return allowed;
}
