import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Locale, Localized } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { respondInConstantTime } from '#server/platform/http/constant-time-response.ts';
import { mailboxOf } from '#server/platform/mailboxes.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { fill } from '#server/platform/outbox/mail-texts.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext, ServerSettings } from '#server/platform/server-context.ts';

interface NewsletterRequest {
  /** Normalised: trimmed, lower case. */
  readonly email: string;
  readonly locale: Locale;
  /** Where the box was ticked, for example `registration`. */
  readonly source: string;
}

/** Lifetime of a confirmation link. */
export const newsletterLinkDays = 7;

const linkLifetime = newsletterLinkDays * 24 * 60 * 60_000;

/**
 * Starts the double opt-in: mails a confirmation link. An address that is confirmed already is not changed and gets no
 * mail. Only the link of the newest mail works.
 */
export async function requestNewsletter(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
  { email, locale, source }: NewsletterRequest,
): Promise<void> {
  const { clock, ids } = context;
  const token = ids.token(32);
  const requested_at = new Date(clock.now());
  const request = {
    locale,
    source,
    state: 'pending',
    token_hash: hashToken(token),
    token_expires_at: new Date(clock.now() + linkLifetime),
    requested_at,
  };
  const pending = await trx
    .insertInto('newsletter_subscriptions')
    .values({ id: ids.uuid(), email, ...request })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet(request)
        .where('newsletter_subscriptions.state', '<>', sql.lit('confirmed')),
    )
    .returning('id')
    .executeTakeFirst();
  if (pending === undefined) return;
  await trx
    .insertInto('newsletter_events')
    .values({
      id: ids.uuid(),
      subscription_id: pending.id,
      event: 'requested',
      source,
      happened_at: requested_at,
    })
    .execute();
  await enqueueMail(trx, context, {
    template: 'newsletter_confirm',
    recipient: email,
    locale,
    facts: { token },
    dedupe_key: `newsletter_confirm:${hashToken(token).toString('base64url')}`,
  });
}

/**
 * Requests the newsletter for an address that anybody can have typed. Above the limit of its mailbox no further mail is
 * sent, but the request succeeds: the link mailed last still works.
 */
export async function requestTypedNewsletter(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
  request: NewsletterRequest,
): Promise<void> {
  const allowed = await takeHit(trx, context, [limitOf('newsletter', { mailbox: mailboxOf(request.email) })]);
  if (allowed.ok) await requestNewsletter(trx, context, request);
}

/** Requests the newsletter without login. Known and unknown addresses get the same response after the same time. */
export function subscribeToNewsletter(
  context: ServerContext,
  request: NewsletterRequest,
  address: string,
): Promise<Result<null, DomainFailure>> {
  return respondInConstantTime(context, async () => {
    const allowed = await takeHit(context.db, context, [limitOf('newsletter_network', { network: address })]);
    if (!allowed.ok) return allowed;
    await inTransaction(context.db, (trx) => requestTypedNewsletter(trx, context, request));
    return ok(null);
  });
}

/** The consent text of the confirmation mail. */
export type ConsentWording = Localized<string>;

/**
 * Confirms a newsletter by the link of its mail, stores the consent text as proof and mails a welcome with an
 * unsubscribe link. A second confirmation succeeds too, because people click twice. A link that was replaced, has
 * expired or belongs to an ended subscription is 410 `LINK_EXPIRED`.
 */
export function confirmNewsletter(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'log' | 'settings'>,
  token: string,
  wording: ConsentWording,
): Promise<Result<null, DomainFailure>> {
  const { db, clock, ids } = context;
  const now = new Date(clock.now());
  return inTransaction(db, async (trx) => {
    const subscription = await trx
      .selectFrom('newsletter_subscriptions')
      .select(['id', 'email', 'locale', 'source', 'state'])
      .where('token_hash', '=', hashToken(token))
      .where('token_expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst();
    if (subscription === undefined) return err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
    if (subscription.state === 'confirmed') return ok(null);
    const locale = isLocale(subscription.locale) ? subscription.locale : defaultLocale;
    const { id, email, source } = subscription;
    const brand = await readBrand(trx);
    await trx
      .updateTable('newsletter_subscriptions')
      .set({ state: 'confirmed', confirmed_at: now, unsubscribed_at: null })
      .where('id', '=', id)
      .execute();
    const event = ids.uuid();
    await trx
      .insertInto('newsletter_events')
      .values({
        id: event,
        subscription_id: id,
        event: 'confirmed',
        source,
        wording: fill(wording[locale], { shop: brand.name }),
        happened_at: now,
      })
      .execute();
    await updateNewsletterFlag(trx, email);
    await enqueueMail(trx, context, {
      template: 'newsletter_welcome',
      recipient: email,
      locale,
      facts: { token: unsubscribeToken(context.settings, id) },
      dedupe_key: `newsletter_welcome:${event}`,
    });
    return ok(null);
  });
}

/** `source` is where the user unsubscribed, for example `profile`. */
type Unsubscription = ({ readonly id: string } | { readonly email: string }) & { readonly source: string };

/**
 * Ends a newsletter: open links become invalid and an event is stored. A request that nobody has confirmed is deleted:
 * there is no consent to prove. Without a subscription nothing changes.
 */
export async function endNewsletter(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  request: Unsubscription,
): Promise<void> {
  const now = new Date(clock.now());
  const isMeant = 'id' in request ? sql<boolean>`id = ${request.id}` : sql<boolean>`email = ${request.email}`;
  const dropped = await trx
    .deleteFrom('newsletter_subscriptions')
    .where(isMeant)
    .where('state', '=', 'pending')
    .where(
      sql<boolean>`not exists (select from newsletter_events
        where subscription_id = newsletter_subscriptions.id and event = 'confirmed')`,
    )
    .returning('email')
    .executeTakeFirst();
  if (dropped !== undefined) return updateNewsletterFlag(trx, dropped.email);
  const left = await trx
    .updateTable('newsletter_subscriptions')
    .set({ state: 'unsubscribed', unsubscribed_at: now, token_hash: null, token_expires_at: null })
    .where(isMeant)
    .where('state', '<>', 'unsubscribed')
    .returning(['id', 'email'])
    .executeTakeFirst();
  if (left === undefined) return;
  await trx
    .insertInto('newsletter_events')
    .values({
      id: ids.uuid(),
      subscription_id: left.id,
      event: 'unsubscribed',
      source: request.source,
      happened_at: now,
    })
    .execute();
  await updateNewsletterFlag(trx, left.email);
}

/** Records that a subscription has another address from now on. Its earlier events concern the previous address. */
export async function recordAddressChange(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  { id, source }: { readonly id: string; readonly source: string },
): Promise<void> {
  const happened_at = new Date(clock.now());
  await trx
    .insertInto('newsletter_events')
    .values({ id: ids.uuid(), subscription_id: id, event: 'moved', source, happened_at })
    .execute();
}

/**
 * Ends a newsletter by the unsubscribe link of a mail, without login; repeatable. 404 for a token with a wrong
 * signature.
 */
export async function unsubscribe(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'settings'>,
  token: string,
): Promise<Result<null, DomainFailure>> {
  const id = readUnsubscribeToken(context.settings, token);
  if (id === null) return err(domainFailure('NOT_FOUND', { parameter: 'token' }));
  await inTransaction(context.db, (trx) => endNewsletter(trx, context, { id, source: 'link' }));
  return ok(null);
}

/** SQL condition: the address has a confirmed subscription. */
export function getsNewsletter(email: string) {
  return sql<boolean>`exists (
    select 1 from newsletter_subscriptions where newsletter_subscriptions.email = ${email} and state = 'confirmed'
  )`;
}

/** Updates `users.newsletter` of the account with this address, if there is one and the address is confirmed. */
export async function updateNewsletterFlag(db: Kysely<Database>, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ newsletter: getsNewsletter(email) })
    .where('email', '=', email)
    .where('email_confirmed_at', 'is not', null)
    .execute();
}

type Signing = Pick<ServerSettings, 'tokenSecret'>;

/**
 * The token of an unsubscribe link: the subscription's id and its signature. It needs no login and never expires,
 * because newsletters are read late.
 */
export function unsubscribeToken(settings: Signing, subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex');
  return `${id.toString('base64url')}.${signature(settings, subscriptionId).toString('base64url')}`;
}

/** The subscription id of a token; null when its signature is wrong. */
export function readUnsubscribeToken(settings: Signing, token: string): string | null {
  const [head = '', tail = ''] = token.split('.');
  const hex = Buffer.from(head, 'base64url').toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  );
  const given = Buffer.from(tail, 'base64url');
  const own = signature(settings, id);
  return given.length === own.length && timingSafeEqual(given, own) ? id : null;
}

/** The purpose is part of the signed text, so that no signature made for another purpose is accepted. */
function signature({ tokenSecret }: Signing, subscriptionId: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`newsletter_unsubscribe:${subscriptionId}`).digest();
}
