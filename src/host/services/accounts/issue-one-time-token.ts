import type { Kysely } from 'kysely';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import { hashToken } from './token-hash.ts';

interface OneTimeTokenRequest {
  readonly user_id: string;
  readonly kind: 'password';
  /** How long the link lives; 60 by decisions §5. */
  readonly minutes: number;
}

/**
 * Makes the secret of a link sent by mail and answers it; only its hash is stored. Earlier links stay valid until one
 * of them is used, so that a late mail still works.
 */
export async function issueOneTimeToken(
  db: Kysely<Database>,
  { clock, ids }: Pick<HostContext, 'clock' | 'ids'>,
  { user_id, kind, minutes }: OneTimeTokenRequest,
): Promise<string> {
  const token = ids.token(32);
  const now = clock.now();
  await db
    .insertInto('one_time_tokens')
    .values({
      id: ids.uuid(),
      kind,
      user_id,
      token_hash: hashToken(token),
      created_at: new Date(now),
      expires_at: new Date(now + minutes * 60_000),
      used_at: null,
    })
    .execute();
  return token;
}
