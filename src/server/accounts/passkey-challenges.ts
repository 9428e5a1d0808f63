import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '#server/platform/database/schema.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Lifetime of a challenge in minutes. */
const challengeMinutes = 10;

/** Lifetime of a challenge in milliseconds. */
export const challengeTime = challengeMinutes * 60_000;

/** Stores a new challenge and returns it, as base64url. `userId`: the user who adds a passkey; null for a login. */
export async function issueChallenge(
  db: Kysely<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  userId: string | null,
): Promise<string> {
  const challenge = ids.token(32);
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashToken(challenge),
      user_id: userId,
      expires_at: new Date(clock.now() + challengeTime),
    })
    .execute();
  return challenge;
}

const clientData = z.object({ challenge: z.string() });

/**
 * Uses up the challenge that a device has signed and returns it; null when it is unknown, expired, used or for
 * something else. Atomic: only one of parallel calls gets it. It is used up even if the signature turns out to be
 * wrong.
 */
export async function consumeChallenge(
  db: Kysely<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  { clientDataJSON, userId }: { readonly clientDataJSON: string; readonly userId: string | null },
): Promise<string | null> {
  const read = clientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString()));
  if (!read.success) return null;
  const { challenge } = read.data;
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', new Date(clock.now()))
    .returning('challenge_hash')
    .executeTakeFirst();
  return taken === undefined ? null : challenge;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
