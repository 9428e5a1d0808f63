import { type Kysely, sql } from 'kysely';
import type { Customer, CustomerRow } from '#api/personal-data/operator-customer-endpoints.ts';
import { plainCode } from '#core/model/typed-text.ts';
import type { Locale } from '#core/model/values.ts';
import { isoOf } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import { readHistory } from '#server/platform/audit-log.ts';
import {
  containsPattern,
  type ListPage,
  type ListPageRequest,
  readPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { maxSimilarAddresses, minSimilarity } from '#server/platform/database/similar-addresses.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { endedBefore } from './sessions.ts';

interface WantedCustomers extends ListPageRequest {
  readonly q?: string | undefined;
}

const newestFirst = { time: 'created_at', id: 'id', direction: 'desc' } as const;

/** Searched text of an account. Must equal the expression of the index `users_by_words`. */
const searchedText = sql<string>`lower(email || ' ' || firstname || ' ' || lastname)`;

/** Fewest letters of a search in the e-mail addresses of orders; no index finds shorter parts. */
const shortestPart = 3;

/** Most matches of each part of a search. */
const mostFound = 2_000;

/**
 * Finds accounts, newest first, also by the e-mail addresses of their orders. If no account has the typed address,
 * returns those with the most similar ones (docs/behaviour/operations.md#customers-for-operators).
 */
export async function listCustomers(
  db: Kysely<Database>,
  { q = '', after, size }: WantedCustomers,
): Promise<ListPage<CustomerRow>> {
  const typed = q.trim();
  const found = selectRows(db).$if(typed !== '', (query) => query.where('id', 'in', accountsFound(typed)));
  const { rows, next } = await readPage(found, newestFirst, { after, size });
  if (rows.length === 0 && after === undefined && typed.includes('@'))
    return { rows: (await findSimilar(db, typed)).map(toRow), next: null };
  return { rows: rows.map(toRow), next };
}

/** Selects the ids of accounts that match a text. Each part of the union uses its own index. */
export function accountsFound(typed: string) {
  const pattern = containsPattern(typed);
  const buyers = sql`
    union all (select user_id from orders where email like ${pattern} and user_id is not null limit ${mostFound})`;
  return sql<string>`(
    (select id from users where ${searchedText} like ${pattern} limit ${mostFound})
    union all select user_id from orders where code = ${plainCode(typed)} and user_id is not null
    ${typed.length < shortestPart ? sql`` : buyers}
  )`;
}

function selectRows(db: Kysely<Database>) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'firstname', 'lastname', 'created_at', 'email_confirmed_at'])
    .select(({ selectFrom }) => [
      selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('orders.user_id', '=', 'users.id')
        .where('completed_at', 'is not', null)
        .as('orders'),
    ])
    .where('deleted_at', 'is', null);
}

function findSimilar(db: Kysely<Database>, typed: string) {
  return selectRows(db)
    .where(sql<boolean>`split_part(email, '@', 1) % split_part(${typed.toLowerCase()}, '@', 1)`)
    .where(sql<boolean>`similarity(email, ${typed.toLowerCase()}) >= ${minSimilarity}`)
    .orderBy(sql`similarity(email, ${typed.toLowerCase()})`, 'desc')
    .orderBy('id')
    .limit(maxSimilarAddresses)
    .execute();
}

type FoundRow = Awaited<ReturnType<typeof findSimilar>>[number];

function toRow(row: FoundRow): CustomerRow {
  return {
    id: row.id,
    email: row.email,
    name: `${row.firstname} ${row.lastname}`.trim(),
    created_at: row.created_at.toISOString(),
    is_confirmed: row.email_confirmed_at !== null,
    orders: Number(row.orders),
  };
}

const mostOrders = 50;

/** Loads an account with everything that belongs to it; null when there is none, or it was deleted. */
export async function readCustomer(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  id: string,
  locale: Locale,
): Promise<Customer | null> {
  const row = await selectRows(db)
    .select(['preferred_language', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [orders, subscriptions, access, sessions, credit, consents, history] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'code', 'state', 'total_cents', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostOrders)
      .execute(),
    db
      .selectFrom('subscriptions')
      .innerJoin('products', 'products.id', 'subscriptions.product_id')
      .select(['subscriptions.id', 'subscriptions.code', 'status', productText('title', locale).as('title')])
      .where('user_id', '=', id)
      .orderBy('subscriptions.created_at', 'desc')
      .execute(),
    readAccess(db, id, locale),
    db
      .selectFrom('sessions')
      .select(['id', 'device', 'created_at', 'last_used_at'])
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .where('last_used_at', '>', endedBefore(clock.now()))
      .orderBy('last_used_at', 'desc')
      .execute(),
    db
      .selectFrom('gift_codes')
      .select(({ fn }) => fn.sum<number | null>('balance_cents').as('left'))
      .where('kind', '=', 'credit')
      .where('redeemed_by', '=', id)
      .executeTakeFirstOrThrow(),
    readConsents(db, { id, email: row.email_confirmed_at === null ? null : row.email }),
    readHistory(db, { type: 'users', id }),
  ]);
  return {
    ...toRow(row),
    language: row.preferred_language,
    has_password: row.password_hash !== null,
    email_confirmed_at: isoOf(row.email_confirmed_at),
    credit: cents(Number(credit.left ?? 0)),
    latest_orders: orders.map(({ total_cents, created_at, ...order }) => ({
      ...order,
      total: cents(total_cents),
      created_at: created_at.toISOString(),
    })),
    subscriptions,
    ...access,
    sessions: sessions.map(({ created_at, last_used_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
    consents,
    history,
  };
}

async function readAccess(
  db: Kysely<Database>,
  userId: string,
  locale: Locale,
): Promise<Pick<Customer, 'courses' | 'other_courses'>> {
  const courses = await db
    .selectFrom('products')
    .leftJoin('entitlements', (join) =>
      join.onRef('entitlements.course_id', '=', 'products.id').on('entitlements.user_id', '=', userId),
    )
    .select([
      'products.id as course_id',
      productText('title', locale).as('title'),
      'is_active',
      'granted_at',
      'revoked_at',
      'order_id',
      'gift_code_id',
    ])
    .where('products.kind', '=', 'course')
    .orderBy('granted_at', 'desc')
    .orderBy('position')
    .execute();
  const owned = new Set(
    courses.flatMap(({ course_id, granted_at, revoked_at }) =>
      granted_at !== null && revoked_at === null ? [course_id] : [],
    ),
  );
  const others = courses.filter(({ course_id, is_active }) => is_active && !owned.has(course_id));
  return {
    courses: courses.flatMap(({ course_id, title, granted_at, revoked_at, order_id, gift_code_id }) =>
      granted_at === null
        ? []
        : [
            {
              course_id,
              title,
              granted_at: granted_at.toISOString(),
              revoked_at: isoOf(revoked_at),
              source: order_id !== null ? 'order' : gift_code_id !== null ? 'gift' : 'given',
            } as const,
          ],
    ),
    // A course whose access was revoked may have several rows.
    other_courses: [...new Map(others.map(({ course_id, title }) => [course_id, title]))].map(
      ([course_id, title]) => ({ course_id, title }),
    ),
  };
}

interface ConsentingAccount {
  readonly id: string;
  /** Null until it is confirmed: anybody can register with an address. */
  readonly email: string | null;
}

async function readConsents(
  db: Kysely<Database>,
  { id, email }: ConsentingAccount,
): Promise<Customer['consents']> {
  const newsletters =
    email === null
      ? []
      : await db
          .selectFrom('newsletter_subscriptions')
          .select(['confirmed_at', 'unsubscribed_at', 'source'])
          .where('email', '=', email)
          .where('confirmed_at', 'is not', null)
          .execute();
  const orders = await db
    .selectFrom('orders')
    .select([
      'code',
      'completed_at',
      'accepted_versions',
      'waiver_accepted_at',
      'code_waiver_accepted_at',
      'early_start_requested_at',
    ])
    .where('user_id', '=', id)
    .where('completed_at', 'is not', null)
    .where('subscription_id', 'is', null)
    .orderBy('completed_at', 'desc')
    .limit(mostOrders)
    .execute();
  const given = (kind: Customer['consents'][number]['kind'], at: Date | null, proof: string) =>
    at === null ? [] : [{ kind, at: at.toISOString(), ended_at: null, proof }];
  return [
    ...newsletters.map(({ confirmed_at, unsubscribed_at, source }) => ({
      kind: 'newsletter' as const,
      at: (confirmed_at ?? new Date(0)).toISOString(),
      ended_at: isoOf(unsubscribed_at),
      proof: source,
    })),
    ...orders.flatMap((order) => [
      ...given('digital_content', order.waiver_accepted_at, order.code),
      ...given('code', order.code_waiver_accepted_at, order.code),
      ...given('early_start', order.early_start_requested_at, order.code),
      ...Object.entries(order.accepted_versions as Readonly<Record<string, string>>).flatMap(
        ([page, version]) => given('legal_page', order.completed_at, `${page} ${version}, ${order.code}`),
      ),
    ]),
  ];
}
