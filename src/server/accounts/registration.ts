import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type {
  completeAccount as completeAccountEndpoint,
  registerUser as registerUserEndpoint,
} from '#api/accounts/account-endpoints.ts';
import type { PostalAddress } from '#core/model/address.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { requestTypedNewsletter } from '#server/marketing/newsletter.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { isLinkValid, useOneTimeToken } from '#server/platform/one-time-tokens.ts';
import { limitOf, type RateLimit, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isReserved } from './email-change.ts';
import { mailEmailConfirmation, proveMailbox } from './email-confirmation.ts';
import { removePassword, setPassword, validateNewPassword } from './passwords.ts';
import { isSessionActive, type StartedSession, startSession } from './sessions.ts';

type Registration = z.output<typeof registerUserEndpoint.body>['data']['attributes'];

/**
 * Creates an account, logs the user in and mails a link that confirms the address. 409 `EMAIL_TAKEN` reveals that an
 * address has an account, so the call is rate limited by client address. A ticked newsletter box starts the double
 * opt-in.
 */
export async function registerUser(
  context: ServerContext,
  registration: Registration,
  { address, locale, device }: { readonly address: string; readonly locale: Locale; readonly device: string },
): Promise<Result<StartedSession, DomainFailure>> {
  const validated = validateNewPassword(registration, '/data/attributes');
  if (!validated.ok) return validated;
  const allowed = await takeHit(context.db, context, [limitOf('registration', { network: address })]);
  if (!allowed.ok) return allowed;
  const password_hash = await context.passwords.hash(registration.password);
  const now = new Date(context.clock.now());
  const taken = err(domainFailure('EMAIL_TAKEN', { pointer: '/data/attributes/email' }));
  return inTransaction(context.db, async (trx) => {
    if (await isReserved(trx, context, { email: registration.email, id: null })) return taken;
    const user = await trx
      .insertInto('users')
      .values({
        id: context.ids.uuid(),
        email: registration.email,
        password_hash,
        firstname: registration.firstname,
        lastname: registration.lastname,
        salutation: registration.salutation,
        preferred_language: registration.preferred_language ?? locale,
        newsletter_requested_at: registration.newsletter ? now : null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (user === undefined) return taken;
    const mailLocale = registration.preferred_language ?? locale;
    await mailEmailConfirmation(trx, context, { ...user, locale: mailLocale });
    if (registration.newsletter) {
      await requestTypedNewsletter(trx, context, {
        email: user.email,
        locale: mailLocale,
        source: 'registration',
      });
    }
    return ok(await startSession(trx, context, user.id, device));
  });
}

interface PurchaseAccount {
  readonly email: string;
  readonly locale: Locale;
  /** As typed at checkout; undefined when no address was needed. */
  readonly name?: Pick<PostalAddress, 'salutation' | 'firstname' | 'lastname'>;
}

/**
 * Creates the account of a guest who buys: without a password, with `is_registered_with_funnel` set. If an account with
 * this e-mail was created in the meantime, that one is returned and `is_new` is false. Unless its address is confirmed,
 * a stranger may have registered it, so its password, sessions and links are invalidated.
 */
export async function createPurchaseAccount(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  account: PurchaseAccount,
): Promise<{ readonly user_id: string; readonly is_new: boolean }> {
  const { email, locale, name } = account;
  const now = new Date(context.clock.now());
  const inserted = await trx
    .insertInto('users')
    .values({
      id: context.ids.uuid(),
      email,
      ...name,
      password_hash: null,
      preferred_language: locale,
      is_registered_with_funnel: true,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { user_id: inserted.id, is_new: true };
  const existing = await trx
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_confirmed_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  // The account gave the address up while this call waited for its lock.
  if (existing === undefined) return createPurchaseAccount(trx, context, account);
  if (existing.email_confirmed_at === null && existing.password_hash !== null) {
    await removePassword(trx, existing.id, now);
  }
  return { user_id: existing.id, is_new: false };
}

type Completion = z.output<typeof completeAccountEndpoint.body>;

/**
 * Adds names and a password to an account created by a purchase and logs the user in: by the link of the mail, or by
 * the access token of an account without a password (403 `FORBIDDEN` when it has one).
 */
export async function completeAccount(
  context: ServerContext,
  completion: Completion,
  { user, locale, device }: Pick<Caller, 'user' | 'locale' | 'device'>,
): Promise<Result<StartedSession, DomainFailure>> {
  const { db, clock, passwords } = context;
  const validated = validateNewPassword(completion);
  if (!validated.ok) return validated;
  const now = new Date(clock.now());
  const { token } = completion;
  if (token === undefined && user === null) return err(domainFailure('UNAUTHENTICATED'));
  const closed = err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  if (token !== undefined && !(await isLinkValid(db, 'password', token, now))) return closed;
  const password_hash = await passwords.hash(completion.password);
  return inTransaction(db, async (trx) => {
    const owner =
      token === undefined ? user?.id : (await useOneTimeToken(trx, 'password', token, now))?.user_id;
    if (owner === undefined) return closed;
    if (token !== undefined) await proveMailbox(trx, owner, now);
    const account = await trx
      .selectFrom('users')
      .select(['email', 'password_hash', 'salutation', 'firstname', 'lastname', 'newsletter_requested_at'])
      .where('id', '=', owner)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (token === undefined) {
      if (account.password_hash !== null) return err(domainFailure('FORBIDDEN'));
      // The mailbox owner may have ended this session and its password while the call was running.
      if (user === null || !(await isSessionActive(trx, user))) return err(domainFailure('UNAUTHENTICATED'));
    }
    await setPassword(
      trx,
      owner,
      {
        password_hash,
        // An empty field keeps the value typed at checkout.
        salutation: completion.salutation === 'none' ? account.salutation : completion.salutation,
        firstname: completion.firstname || account.firstname,
        lastname: completion.lastname || account.lastname,
        newsletter_requested_at: completion.newsletter ? now : account.newsletter_requested_at,
      },
      now,
    );
    if (completion.newsletter) {
      await requestTypedNewsletter(trx, context, {
        email: account.email,
        locale,
        source: 'account_completion',
      });
    }
    return ok(await startSession(trx, context, owner, device));
  });
}

interface AccountCheck {
  readonly email: string;
  /** `bundle_cart_unique_id` of the guest's cart. */
  readonly cartId: string;
  readonly address: string;
}

/** Rate limits of all responses that reveal to a guest whether an e-mail has an account; the counts are shared. */
export function accountCheckLimits({ email, cartId, address }: AccountCheck): readonly RateLimit[] {
  return [
    limitOf('account_check', { network: address }),
    limitOf('account_check_cart', { cart: cartId }),
    limitOf('account_check_email', { email, network: address }),
  ];
}

interface AccountQuery {
  readonly email: string;
  /** Stores the e-mail on the guest's cart. */
  readonly save: boolean;
  /** `bundle_cart_unique_id` of a cart with at least one item. */
  readonly id: string;
}

/**
 * Returns whether an e-mail has an account, so that checkout can show the password field. Because this reveals
 * something, it needs a cart with items and is rate limited by cart, e-mail and client address.
 */
export async function checkAccount(
  context: ServerContext,
  { email, save, id }: AccountQuery,
  address: string,
): Promise<Result<boolean, DomainFailure>> {
  const { db } = context;
  const allowed = await takeHit(db, context, accountCheckLimits({ email, cartId: id, address }));
  if (!allowed.ok) return allowed;
  const cart = await db
    .selectFrom('carts')
    .select([
      'id',
      (where) =>
        where
          .exists(
            where
              .selectFrom('cart_lines')
              .select('product_id')
              .whereRef('cart_lines.cart_id', '=', 'carts.id'),
          )
          .as('is_filled'),
    ])
    .where('public_id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst();
  if (cart === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/id' }));
  if (!cart.is_filled) return err(domainFailure('CART_EMPTY', { pointer: '/id' }));
  if (save) await db.updateTable('carts').set({ email }).where('id', '=', cart.id).execute();
  const account = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return ok(account !== undefined);
}
