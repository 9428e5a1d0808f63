import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { hashToken } from './token-hash.ts';

/** What a link of a mail is good for. */
export type LinkKind = 'password' | 'email_change' | 'account_deletion';

/** How long such a link works, in minutes (decisions §5). */
export const linkMinutes = 60;

interface OneTimeTokenRequest {
  readonly user_id: string;
  readonly kind: LinkKind;
  /** How long the link lives; 60 by decisions §5. */
  readonly minutes: number;
  /** What the link is about, for example the new e-mail address. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Makes the secret of a link sent by mail and answers it; only its hash is stored. Earlier links stay valid until one
 * of them is used, so that a late mail still works.
 */
export async function issueOneTimeToken(
  db: Kysely<Database>,
  { clock, ids }: Pick<HostContext, 'clock' | 'ids'>,
  { user_id, kind, minutes, facts = {} }: OneTimeTokenRequest,
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
      facts: JSON.stringify(facts),
    })
    .execute();
  return token;
}
