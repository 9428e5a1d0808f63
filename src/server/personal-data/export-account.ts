import type { Transaction } from 'kysely';
import type { AccountExport } from '#api/personal-data/personal-data-endpoints.ts';
import { deletedText } from '#core/model/review.ts';
import { isoOf } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import {
  exportByAddress,
  exportCarts,
  exportDeclarations,
  exportOrders,
  inSnapshot,
  storedJson,
} from './export-rows.ts';
import { rowsOfAccount } from './row-conditions.ts';

/**
 * Exports all personal data of an account as one document (GDPR, articles 15 and 20), read from one snapshot with a
 * fixed number of queries. The API allows ten exports an hour. Hashes and vaulted payment methods are not included.
 */
export async function exportAccount(
  context: ServerContext,
  userId: string,
): Promise<Result<AccountExport, DomainFailure>> {
  const now = new Date(context.clock.now());
  const exported = await inSnapshot(context.db, (trx) => collect(trx, userId, now));
  return exported === undefined ? err(domainFailure('NOT_FOUND')) : ok(exported);
}

async function collect(
  trx: Transaction<Database>,
  userId: string,
  now: Date,
): Promise<AccountExport | undefined> {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return undefined;
  const isConfirmed = user.email_confirmed_at !== null;
  const email = isConfirmed ? user.email : null;
  const whose = rowsOfAccount({ id: userId, email });
  return {
    exported_at: now.toISOString(),
    account: {
      email: user.email,
      is_email_confirmed: isConfirmed,
      email_confirmed_at: isoOf(user.email_confirmed_at),
      firstname: user.firstname,
      lastname: user.lastname,
      salutation: user.salutation,
      preferred_language: user.preferred_language,
      newsletter: user.newsletter,
      newsletter_requested_at: isoOf(user.newsletter_requested_at),
      declined_newsletter: user.declined_newsletter,
      is_registered_with_funnel: user.is_registered_with_funnel,
      created_at: user.created_at.toISOString(),
    },
    ...(await collectAccount(trx, userId)),
    cart: (await exportCarts(trx, whose.carts))[0] ?? null,
    ...(await collectLearning(trx, userId)),
    orders: await exportOrders(trx, whose.orders),
    ...(await collectSubscriptions(trx, userId)),
    declarations: await exportDeclarations(trx, whose.declarations),
    ...(await exportByAddress(trx, email)),
  };
}

async function collectAccount(
  trx: Transaction<Database>,
  userId: string,
): Promise<Pick<AccountExport, 'addresses' | 'sessions' | 'passkeys' | 'cart_merges' | 'origin'>> {
  const addresses = await trx
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const sessions = await trx
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const passkeys = await trx
    .selectFrom('passkeys')
    .select(['name', 'is_synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const merges = await trx
    .selectFrom('cart_merges')
    .select(['lines', 'changes', 'merged_at'])
    .where('user_id', '=', userId)
    .orderBy('merged_at')
    .execute();
  const origin = await trx
    .selectFrom('registration_sources')
    .select(['utm_source', 'utm_medium', 'utm_campaign', 'utm_social', 'noted_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    addresses: addresses.map(({ fields, is_default_shipping, is_default_billing }) => ({
      fields: storedJson(fields),
      is_default_shipping,
      is_default_billing,
    })),
    sessions: sessions.map(({ device, created_at, last_used_at, revoked_at }) => ({
      device,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      revoked_at: isoOf(revoked_at),
    })),
    passkeys: passkeys.map((one) => ({
      ...one,
      created_at: one.created_at.toISOString(),
      last_used_at: isoOf(one.last_used_at),
    })),
    cart_merges: merges.map(({ lines, changes, merged_at }) => ({
      lines: storedJson(lines),
      changes: changes as unknown[],
      merged_at: merged_at.toISOString(),
    })),
    origin: origin === undefined ? null : { ...origin, noted_at: origin.noted_at.toISOString() },
  };
}

async function collectLearning(
  trx: Transaction<Database>,
  userId: string,
): Promise<Pick<AccountExport, 'courses' | 'progress' | 'notes' | 'reviews' | 'wish_list'>> {
  const courses = await trx
    .selectFrom('entitlements')
    .select(['course_id', 'granted_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('granted_at')
    .execute();
  const progress = await trx
    .selectFrom('lesson_progress')
    .select(['lesson_id', 'position_seconds', 'is_finished', 'watched_at'])
    .where('user_id', '=', userId)
    .orderBy('watched_at')
    .execute();
  const notes = await trx
    .selectFrom('lesson_notes')
    .select(['lesson_id', 'position_seconds', 'text', 'created_at', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const reviews = await trx
    .selectFrom('reviews')
    .select([
      'product_id',
      'stars',
      'text',
      'author',
      'locale',
      'answer',
      'answered_at',
      'created_at',
      'changed_at',
      'watched_percent',
    ])
    .where('user_id', '=', userId)
    .where('text', '!=', deletedText)
    .orderBy('created_at')
    .execute();
  const items = await trx
    .selectFrom('wish_list_items')
    .select(['product_id', 'added_at'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute();
  return {
    courses: courses.map((one) => ({
      course_id: one.course_id,
      granted_at: one.granted_at.toISOString(),
      revoked_at: isoOf(one.revoked_at),
    })),
    progress: progress.map((one) => ({ ...one, watched_at: one.watched_at.toISOString() })),
    notes: notes.map((one) => ({
      ...one,
      created_at: one.created_at.toISOString(),
      changed_at: one.changed_at.toISOString(),
    })),
    reviews: reviews.map((one) => ({
      ...one,
      answered_at: isoOf(one.answered_at),
      created_at: one.created_at.toISOString(),
      changed_at: one.changed_at.toISOString(),
    })),
    wish_list: items.map((one) => ({ ...one, added_at: one.added_at.toISOString() })),
  };
}

async function collectSubscriptions(
  trx: Transaction<Database>,
  userId: string,
): Promise<Pick<AccountExport, 'subscriptions' | 'codes'>> {
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const codes = await trx
    .selectFrom('gift_codes')
    .leftJoin('digital_contents', 'digital_contents.gift_code_id', 'gift_codes.id')
    .select([
      'kind',
      'product_id',
      'balance_cents',
      'is_promotional',
      'redeemed_at',
      'digital_contents.opened_at',
      'opened_lesson_id',
    ])
    .where('redeemed_by', '=', userId)
    .orderBy('created_at')
    .execute();
  return {
    subscriptions: subscriptions.map((one) => ({
      contract_code: one.code,
      product_id: one.product_id,
      status: one.status,
      price: cents(one.price_cents),
      payment_method: storedJson(one.payment_method),
      created_at: one.created_at.toISOString(),
      started_on: one.started_on,
      period_started_at: one.period_started_at.toISOString(),
      period_ends_at: one.period_ends_at.toISOString(),
      cancelled_at: isoOf(one.cancelled_at),
      ends_on: one.ends_on,
      ended_at: isoOf(one.ended_at),
    })),
    codes: codes.map(({ balance_cents, redeemed_at, opened_at, ...one }) => ({
      ...one,
      balance: cents(balance_cents),
      redeemed_at: isoOf(redeemed_at),
      opened_at: isoOf(opened_at),
    })),
  };
}
