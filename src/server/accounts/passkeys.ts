import type { Kysely } from 'kysely';
import type { PasskeyResource } from '#api/accounts/passkey-endpoints.ts';
import {
  type CreationOptions,
  maxPasskeys,
  type NewCredential,
  type RequestOptions,
  type SignedCredential,
} from '#core/model/passkey.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { UserCaller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { respondInConstantTime } from '#server/platform/http/constant-time-response.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { challengeTime, consumeChallenge, issueChallenge } from './passkey-challenges.ts';
import { checkOwnPassword } from './passwords.ts';
import { isSessionActive, type StartedSession, startSession } from './sessions.ts';
import { algorithms, relyingParty, verifyNewCredential, verifySignedCredential } from './verify-passkey.ts';

/** Minutes after a login in which a passkey can be added without another proof. */
const freshMinutes = 15;

const refused = err(domainFailure('PASSKEY_REFUSED'));

/** Creates a challenge for a login. It lists no passkeys, so it reveals nothing about accounts. */
export async function openPasskeyLogIn(context: ServerContext): Promise<RequestOptions> {
  const challenge = await issueChallenge(context.db, context, null);
  return {
    rpId: relyingParty(context).id,
    challenge,
    timeout: challengeTime,
    userVerification: 'required',
  };
}

/**
 * Logs in with a signed challenge. Unknown passkey, closed account, wrong signature and a counter that did not grow get
 * the same response after the same time; the challenge is used up.
 */
export function logInWithPasskey(
  context: ServerContext,
  credential: SignedCredential,
  device: string,
): Promise<Result<StartedSession, DomainFailure>> {
  return respondInConstantTime(context, async () => {
    const { clientDataJSON, userHandle } = credential.response;
    const challenge = await consumeChallenge(context.db, context, { clientDataJSON, userId: null });
    const key = await context.db
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'sign_count'])
      .where('credential_id', '=', credential.id)
      .executeTakeFirst();
    if (challenge === null || key === undefined) return refused;
    if (userHandle !== undefined && userHandle !== userHandleOf(key.user_id)) return refused;
    const stored = { ...key, sign_count: Number(key.sign_count) };
    const signed = await verifySignedCredential(context, credential, { challenge, key: stored });
    if (signed === null) return refused;
    return inTransaction(context.db, async (trx) => {
      // A parallel password reset either waits for this lock and ends the new session too, or comes first, and the
      // passkey is gone.
      const user = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', key.user_id)
        .where('is_active', '=', true)
        .forShare()
        .executeTakeFirst();
      if (user === undefined) return refused;
      const used = await trx
        .updateTable('passkeys')
        .set({
          sign_count: signed.newCounter,
          is_synced: signed.credentialBackedUp,
          last_used_at: new Date(context.clock.now()),
        })
        .where('id', '=', key.id)
        .where('sign_count', '=', key.sign_count)
        .returning('id')
        .executeTakeFirst();
      return used === undefined ? refused : ok(await startSession(trx, context, user.id, device));
    });
  });
}

/** Returns the user handle that a device stores with a passkey; it contains no personal data. */
function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/**
 * Returns the options for creating a passkey. Requires a confirmed address, because an unconfirmed one may be somebody
 * else's (403 `EMAIL_NOT_CONFIRMED`), and a proof that a stolen session lacks: a login within 15 minutes, or the
 * password (403 `LOGIN_TOO_OLD`, 422 `WRONG_PASSWORD`). 409 `NOT_POSSIBLE` when the account has the maximum number of
 * passkeys.
 */
export async function openNewPasskey(
  context: ServerContext,
  { id, sessionId }: UserCaller['user'],
  password: string | undefined,
): Promise<Result<CreationOptions, DomainFailure>> {
  const { db, clock } = context;
  const user = await db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['email', 'firstname', 'lastname', 'email_confirmed_at', 'sessions.created_at'])
    .where('users.id', '=', id)
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  if (user === undefined) return err(domainFailure('UNAUTHENTICATED'));
  if (user.email_confirmed_at === null) return err(domainFailure('EMAIL_NOT_CONFIRMED'));
  if (password !== undefined) {
    const checked = await checkOwnPassword(context, id, password, '/password');
    if (!checked.ok) return checked;
  } else if (user.created_at.getTime() < clock.now() - freshMinutes * 60_000) {
    return err(domainFailure('LOGIN_TOO_OLD'));
  }
  const own = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', id)
    .execute();
  if (own.length >= maxPasskeys) return err(domainFailure('NOT_POSSIBLE'));
  const challenge = await issueChallenge(db, context, id);
  return ok({
    rp: { id: relyingParty(context).id, name: (await readBrand(db)).name },
    user: {
      id: userHandleOf(id),
      name: shownEmail(user.email),
      displayName: `${user.firstname} ${user.lastname}`.trim() || shownEmail(user.email),
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeTime,
    excludeCredentials: own.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  });
}

/** Stores the passkey that a device has created for a challenge of this user, and informs the owner by mail. */
export async function addPasskey(
  context: ServerContext,
  { user, device }: Pick<UserCaller, 'user' | 'device'>,
  credential: NewCredential,
): Promise<Result<PasskeyResource, DomainFailure>> {
  const { clientDataJSON, transports = [] } = credential.response;
  const challenge = await consumeChallenge(context.db, context, { clientDataJSON, userId: user.id });
  if (challenge === null) return refused;
  const made = await verifyNewCredential(context, credential, challenge);
  if (made === null) return refused;
  return inTransaction(context.db, async (trx) => {
    const owner = await trx
      .selectFrom('users')
      .select(['email', 'preferred_language'])
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirst();
    // A password reset that came first has ended the session.
    if (owner === undefined || !(await isSessionActive(trx, user))) {
      return err(domainFailure('UNAUTHENTICATED'));
    }
    if ((await countPasskeys(trx, user.id)) >= maxPasskeys) return err(domainFailure('NOT_POSSIBLE'));
    const row = await trx
      .insertInto('passkeys')
      .values({
        id: context.ids.uuid(),
        user_id: user.id,
        credential_id: made.credential.id,
        public_key: Buffer.from(made.credential.publicKey),
        sign_count: made.credential.counter,
        transports: [...transports],
        is_synced: made.credentialBackedUp,
        name: device,
        created_at: new Date(context.clock.now()),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(shown)
      .executeTakeFirst();
    if (row === undefined) return refused;
    await enqueueMail(trx, context, {
      template: 'passkey_added',
      recipient: owner.email,
      locale: isLocale(owner.preferred_language) ? owner.preferred_language : 'de',
      facts: {},
      dedupe_key: `passkey_added:${row.id}`,
    });
    return ok(toResource(row));
  });
}

const shown = ['id', 'name', 'is_synced', 'created_at', 'last_used_at'] as const;

interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly is_synced: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

function toResource({ id, name, is_synced, created_at, last_used_at }: PasskeyRow): PasskeyResource {
  return {
    type: 'passkeys',
    id,
    attributes: {
      name,
      is_synced,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    },
  };
}

async function countPasskeys(db: Kysely<Database>, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('passkeys')
    .select((where) => where.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One page of a user's passkeys, the oldest first. */
export async function listPasskeys(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  { number, size }: { readonly number: number; readonly size: number },
): Promise<{ readonly items: PasskeyResource[]; readonly total: number }> {
  const rows = await db
    .selectFrom('passkeys')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  return { items: rows.map(toResource), total: await countPasskeys(db, userId) };
}

/** Renames one of the user's own passkeys; 404 when it is gone or belongs to another user. */
export async function renamePasskey(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Result<PasskeyResource, DomainFailure>> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(shown)
    .executeTakeFirst();
  return row === undefined ? err(domainFailure('NOT_FOUND')) : ok(toResource(row));
}

/** Removes one of the user's own passkeys; 404 when it is gone or belongs to another user. */
export async function removePasskey(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  id: string,
): Promise<Result<null, DomainFailure>> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row === undefined ? err(domainFailure('NOT_FOUND')) : ok(null);
}
