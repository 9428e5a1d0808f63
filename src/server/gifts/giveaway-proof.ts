import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { digestOf, lotOf } from './rank-entries.ts';

const explanation = [
  'lot = HMAC-SHA256(key: seed, text: e-mail address), in hex. The lowest lots win, in their order.',
  'SHA-256(seed) is seed_digest, which was shown before the draw.',
  'SHA-256 of all addresses, sorted, one a line, is entries_digest. Whoever entered finds their own lot in lots.',
];

/**
 * Returns the proof of a draw as a file without addresses: seed, digests, places, and the lots of all entries in the
 * order in which they win (docs/behaviour/gifts.md#draw-of-a-giveaway). `NOT_FOUND`: it was not drawn.
 */
export async function readGiveawayProof(
  { db }: Pick<ServerContext, 'db'>,
  giveaway: string,
): Promise<Result<{ readonly filename: string; readonly content: Uint8Array<ArrayBuffer> }, DomainFailure>> {
  const draw = await db
    .selectFrom('giveaway_draws')
    .selectAll()
    .where('giveaway', '=', giveaway)
    .where('drawn_at', 'is not', null)
    .executeTakeFirst();
  if (draw === undefined) return err(domainFailure('NOT_FOUND'));
  const rows = await db
    .selectFrom('giveaway_entries')
    .select(['email', 'place'])
    .where('giveaway', '=', giveaway)
    .execute();
  const { seed, noted_at, drawn_at, winners, entries, entries_digest } = draw;
  const lots = rows.map(({ email, place }) => ({ place, lot: lotOf(seed, email) }));
  const proof = {
    giveaway,
    explanation,
    ...{
      seed_digest: digestOf(seed),
      seed_noted_at: noted_at,
      drawn_at,
      seed,
      winners,
      entries,
      entries_digest,
    },
    places: lots
      .filter(({ place }) => place !== null)
      .toSorted((one, other) => Number(one.place) - Number(other.place)),
    /** Fewer than `entries` when some were deleted since. */
    lots: lots.map(({ lot }) => lot).toSorted(),
  };
  const content = new TextEncoder().encode(`${JSON.stringify(proof, null, 2)}\n`);
  return ok({ filename: `${giveaway}.json`, content });
}
