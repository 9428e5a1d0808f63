import { type Kysely, sql } from 'kysely';
import type { Salutation } from '#core/model/address.ts';
import { salutations } from '#core/model/salutation.ts';
import type { SubscriptionStatus } from '#core/model/subscription.ts';
import type { Learner } from '#core/model/user.ts';
import type { Locale } from '#core/model/values.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { givesAccess } from '#core/rules/subscriptions/subscription-terms.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** The auth fields of a user; undefined when the user does not exist. One query. */
export async function loadLearner(db: Kysely<Database>, userId: string): Promise<Learner | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .select([
      sql<string[]>`array(
        select course_id from entitlements
        where entitlements.user_id = users.id and revoked_at is null
        order by granted_at, course_id
      )`.as('courses'),
      sql<SubscriptionStatus | null>`(
        select status from subscriptions
        where subscriptions.user_id = users.id
        order by (status = 'expired'), period_ends_at desc limit 1
      )`.as('subscription_status'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const subscription_status = row.subscription_status ?? 'none';
  return {
    sub: row.id,
    email: row.email,
    shown_email: shownEmail(row.email),
    is_email_confirmed: row.email_confirmed_at !== null,
    firstname: row.firstname,
    lastname: row.lastname,
    salutation: toSalutation(row.salutation),
    courses: row.courses,
    is_active: row.is_active,
    is_subscribed: givesAccess(subscription_status),
    newsletter: row.newsletter,
    declined_newsletter: row.declined_newsletter,
    preferred_language: toLocale(row.preferred_language),
    subscription_status,
    is_registered_with_funnel: row.is_registered_with_funnel,
  };
}

function toSalutation(value: string): Salutation {
  return salutations.find((one) => one === value) ?? 'none';
}

function toLocale(value: string): Locale {
  return isLocale(value) ? value : defaultLocale;
}
