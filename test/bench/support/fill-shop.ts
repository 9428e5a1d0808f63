import { type Kysely, sql } from 'kysely';
import { createServerIds } from '#adapters/system/server-ids.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { fillOrders } from './fill-orders.ts';
import type { ShopFacts } from './works.ts';

export interface ShopSize {
  readonly products: number;
  readonly orders: number;
}

const learners = 64;
const pageSize = 12;
const system = { now: () => Date.now() };

/**
 * Fills the shop's database with products (four courses for each book, copied from the content files so that
 * texts have realistic lengths), a year of paid orders and abandoned carts. It uses SQL, because the API
 * would take hours.
 */
export async function fillShop(db: Kysely<Database>, { products, orders }: ShopSize): Promise<void> {
  const { present } = await db
    .selectFrom('products')
    .select((select) => select.fn.countAll<number>().as('present'))
    .executeTakeFirstOrThrow();
  const missing = Math.max(0, products - present);
  const books = Math.ceil(missing / 5);
  await copyProducts(db, 'course', missing - books);
  await copyProducts(db, 'book', books);
  // A stock that the benchmark cannot use up.
  await sql`update products set stock = 1000000000, declared_stock = 1000000000, max_per_order = null
    where kind = 'book'`.execute(db);
  await copyLessons(db);
  await sql`insert into price_ledger (kind, subject, valid_from, terms)
    select 'product', id, now() - interval '400 days', jsonb_build_object('price', price_cents)
    from products on conflict do nothing`.execute(db);
  await sql`insert into promotions (id, kind, value) values ('bench', 'percent', 10)`.execute(db);
  await sql`insert into coupon_codes (code, promotion_id) values ('BENCH-ONE', 'bench'), ('BENCH-TWO', 'bench')`.execute(
    db,
  );
  await sql`insert into users (id, email, preferred_language, created_at)
    select uuidv7(), 'learner-' || number || '@bench.example', 'de', now()
    from generate_series(1, ${learners}::int) number`.execute(db);
  await sql`insert into sessions (id, user_id, refresh_hash, created_at, last_used_at)
    select uuidv7(), id, sha256(email::bytea), now(), now() from users where email like 'learner-%'`.execute(
    db,
  );
  await fillOrders(db, orders);
  await fillCarts(db, Math.ceil(orders / 5));
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** Inserts abandoned guest carts with two lines each. */
async function fillCarts(db: Kysely<Database>, count: number): Promise<void> {
  await sql`insert into carts (id, public_id, updated_at)
    select uuidv7(), 'left-' || number, now() - interval '1 day' from generate_series(1, ${count}::int) number`.execute(
    db,
  );
  await sql`
    with sold as (
      select id, row_number() over (order by md5(id)) as place, count(*) over () as places
      from products where kind in ('course', 'book') and is_active
    ), numbered as (
      select id, row_number() over (order by id) as number from carts where public_id like 'left-%'
    )
    insert into cart_lines (cart_id, product_id, quantity, position)
    select numbered.id, sold.id, 1, line
    from numbered cross join generate_series(1, 2) line
    join sold on sold.place = (numbered.number + line) % sold.places + 1
  `.execute(db);
}

/** Copies the products of a kind under new ids and slugs; the texts stay the same. */
async function copyProducts(db: Kysely<Database>, kind: 'course' | 'book', count: number): Promise<void> {
  await sql`
    with original as (
      select *, row_number() over (order by id) as place, count(*) over () as places
      from products where kind = ${kind} and is_active
    )
    insert into products (id, kind, slug, position, price_cents, stock, declared_stock, max_per_order, is_shipped,
      is_fixed_price, master_slug, category_identifier, group_identifier, facets,
      published_on, picture, card, texts, details, companion_ids, search_de, search_en, search_words_de, search_words_en)
    select id || '-' || number, kind, slug || '-' || number, 1000 + number, price_cents, stock, declared_stock,
      max_per_order, is_shipped, is_fixed_price, master_slug, category_identifier, group_identifier, facets, published_on,
      picture, card, texts, details, companion_ids, search_de, search_en, search_words_de || ' ' || number,
      search_words_en || ' ' || number
    from generate_series(1, ${count}::int) number
    join original on original.place = number % original.places + 1
  `.execute(db);
}

async function copyLessons(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into lessons (id, course_id, position, part, length_seconds, is_free, texts)
    select lessons.id || '-' || split_part(copy.slug, original.slug || '-', 2), copy.id, lessons.position, lessons.part,
      lessons.length_seconds, lessons.is_free, lessons.texts
    from lessons
    join products original on original.id = lessons.course_id
    join products copy on regexp_replace(copy.id, '-[0-9]+$', '') = original.id
      and copy.kind = 'course' and copy.position > 1000
  `.execute(db);
}

/**
 * Reads the data for the load. Access tokens are valid for ten minutes: call it again before each kind of
 * work.
 */
export async function readFacts(db: Kysely<Database>, tokenSecret: string): Promise<ShopFacts> {
  const sample = (kind: string) =>
    db
      .selectFrom('products')
      .select(['id', 'slug'])
      .where('kind', '=', kind)
      .where('is_active', '=', true)
      .orderBy(sql`md5(id)`)
      .limit(1000)
      .execute();
  const [courses, books] = [await sample('course'), await sample('book')];
  const { count } = await db
    .selectFrom('products')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('kind', '=', 'course')
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.id as user_id', 'users.email'])
    .where('users.email', 'like', 'learner-%@bench.example')
    .orderBy('users.email')
    .execute();
  const signing = { clock: system, settings: { tokenSecret } };
  return {
    // Only the first twenty pages, because a query with a large offset is slow in every database.
    coursePages: Math.min(20, Math.ceil(count / pageSize)),
    slugs: courses.map(({ slug }) => slug),
    courses: courses.map(({ id }) => id),
    books: books.map(({ id }) => id),
    learners: await Promise.all(
      sessions.map(async ({ id, user_id, email }) => ({
        email,
        bearer: await signAccessToken(signing as Parameters<typeof signAccessToken>[0], {
          userId: user_id,
          sessionId: id,
        }),
      })),
    ),
    coupons: ['BENCH-ONE', 'BENCH-TWO'],
  };
}

/** Creates secrets and ids in the same way as the shop. */
export const benchIds = createServerIds(system);
