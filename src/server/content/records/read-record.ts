import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type CatalogueRecord,
  groupOf,
  type ListedRecord,
  type RecordGroup,
  type RecordState,
  type RecordType,
  recordTypes,
  type SearchedField,
} from '#core/model/catalogue-record.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isByHand, type RecordValue } from './merge-records.ts';
import { typesNamedBy } from './record-form.ts';
import type { RecordKey } from './record-types.ts';
import { listPlans } from './record-versions.ts';

interface WantedRecords {
  readonly q?: string | undefined;
  readonly type?: RecordType | undefined;
  readonly group?: RecordGroup | undefined;
  readonly state?: RecordState | undefined;
  /** Types that the caller may not read. */
  readonly hidden: readonly RecordType[];
  /** Only records that this field can refer to. */
  readonly field?: SearchedField | undefined;
  readonly slugs?: readonly string[] | undefined;
  /** Type and slug of the previous page's last record. */
  readonly after?: string | undefined;
  readonly size: number;
}

interface ListRow {
  readonly type: RecordType;
  readonly slug: string;
  readonly title: ListedRecord['title'];
  readonly state: RecordState;
  readonly product: ListedRecord['product'];
  readonly changed_at: Date;
}

const state = sql<RecordState>`case when published is null then 'draft' when not is_on_sale then 'off_sale'
  when draft is null then 'published' else 'changed' end`;

/** Row of the list; `value` is the draft, else the published value. */
const listed = sql`
  select type, slug, changed_at, ${state} as state, published, draft, loaded, version,
    jsonb_build_object('de', named.de, 'en', named.en) as title, named.de || ' ' || named.en || ' ' || slug as words,
    (select jsonb_build_object('id', id, 'stock', stock, 'price_cents', price_cents, 'is_sold', is_active)
      from products where id = replace(type, '_', '-') || '-' || record.slug) as product
  from catalogue_records record
  cross join lateral (select coalesce(draft, published) as value) written
  cross join lateral (
    select concat_ws(' ', value ->> 'firstname', value ->> 'lastname', title ->> 'de', german) as de,
      concat_ws(' ', value ->> 'firstname', value ->> 'lastname', title ->> 'en', german) as en
    from (select value -> 'title' as title,
      case jsonb_typeof(value -> 'title') when 'string' then value ->> 'title' end as german) written_title
  ) named`;

/** Lists records by type and slug, paginated. */
export async function listRecords(
  db: Kysely<Database>,
  { q, type, group, state: wanted, hidden, field, slugs, after, size }: WantedRecords,
): Promise<{ readonly rows: readonly ListedRecord[]; readonly next: string | null }> {
  const conditions: RawBuilder<unknown>[] = [sql`type <> all(${[...hidden]}::text[])`];
  if (q !== undefined && q !== '')
    conditions.push(sql`position(lower(unaccent(${q})) in lower(unaccent(words))) > 0`);
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (group !== undefined) {
    const types = recordTypes.filter((one) => groupOf(one) === group);
    conditions.push(sql`type = any(${types}::text[])`);
  }
  if (wanted !== undefined) conditions.push(sql`state = ${wanted}`);
  if (field !== undefined)
    conditions.push(sql`type = any(${[...typesNamedBy(field)]}::text[]) and published is not null`);
  if (slugs !== undefined) conditions.push(sql`slug = any(${[...slugs]}::text[])`);
  const [afterType, afterSlug] = after?.split('.') ?? [];
  if (after !== undefined) conditions.push(sql`(type, slug) > (${afterType}, ${afterSlug})`);
  const { rows } = await sql<ListRow>`
    select type, slug, title, state, product, changed_at from (${listed}) listed
    where ${sql.join(conditions, sql` and `)}
    order by type, slug limit ${size + 1}`.execute(db);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { rows: shown.map(toListed), next: last === undefined ? null : `${last.type}.${last.slug}` };
}

function toListed({ type, slug, title, state, product, changed_at }: ListRow): ListedRecord {
  const id = `${type}.${slug}`;
  return { id, type, slug, title, state, product, changed_at: changed_at.toISOString() };
}

const ledgerWindow = 30 * 24 * 60 * 60 * 1000;

/** Returns a record with its draft and its prices of the last 30 days; null if it does not exist. */
export async function readRecord(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { type, slug }: RecordKey,
): Promise<CatalogueRecord | null> {
  type Row = ListRow & Record<'published' | 'draft' | 'loaded', RecordValue | null> & { version: number };
  const { rows } = await sql<Row>`
    select * from (${listed}) listed where type = ${type} and slug = ${slug}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { published, draft, version } = row;
  return {
    ...toListed(row),
    version,
    value: draft ?? published ?? {},
    published,
    plans: await listPlans(db, { type, slug }),
    is_by_hand: row.loaded === null || isByHand(row),
    prices: row.product === null ? [] : await pricesOf(db, row.product.id, clock.now() - ledgerWindow),
  };
}

/** Returns the prices of a product since a time, including the one in force at that time. */
async function pricesOf(
  db: Kysely<Database>,
  product: string,
  since: number,
): Promise<CatalogueRecord['prices']> {
  const rows = await db
    .selectFrom('price_ledger')
    .select(['valid_from', sql<number | null>`(terms ->> 'price')::integer`.as('price_cents')])
    .where('kind', '=', 'product')
    .where('subject', '=', product)
    .orderBy('valid_from', 'desc')
    .execute();
  const inForce = rows.findIndex(({ valid_from }) => valid_from.getTime() <= since);
  return rows
    .slice(0, inForce === -1 ? rows.length : inForce + 1)
    .map(({ valid_from, price_cents }) => ({ since: valid_from.toISOString(), price_cents }));
}
