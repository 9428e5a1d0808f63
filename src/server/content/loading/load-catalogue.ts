import { type Expression, type InsertObject, sql, type Transaction } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { ProductCardTexts } from '#server/catalogue/product-cards.ts';
import { needsFilm } from '#server/content/needs-film.ts';
import type {
  Content,
  ContentBundle,
  ContentMaster,
  ContentProduct,
} from '#server/content/sources/content-shapes.ts';
import { chunks } from '#server/platform/database/chunks.ts';
import { newValues } from '#server/platform/database/new-values.ts';
import type { Database } from '#server/platform/database/schema.ts';

type Masters = readonly Pick<ContentMaster, 'slug' | 'firstname' | 'lastname'>[];

/** Adds and updates products and deactivates missing ones. */
export async function loadProducts(
  trx: Transaction<Database>,
  { products, masters }: Pick<Content, 'products' | 'masters'>,
): Promise<void> {
  await deactivateGone(trx, products);
  await storeProducts(trx, products, masters);
}

/** Whether the shop shows a product or lesson now, and whether it ever did. */
interface Marks {
  readonly is_active: boolean;
  readonly was_shown: boolean;
}

const isShown: Marks = { is_active: true, was_shown: true };
const isHidden: Marks = { is_active: false, was_shown: false };

/**
 * Adds and updates products. Sets stock only when the declared number changes; otherwise sold pieces would be restored.
 * If one of these products takes the slug of a removed product, the removed one's slug gets a prefix.
 */
export async function storeProducts(
  trx: Transaction<Database>,
  all: readonly ContentProduct[],
  masters: Masters,
  marks: Marks = isShown,
): Promise<void> {
  for (const products of chunks(all)) {
    await freeSlugs(trx, products);
    const rows = products.map((product) => ({ ...toRow(product, masters), ...marks }));
    await trx
      .insertInto('products')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          ...newValues(rows, 'id'),
          stock: sql<number | null>`case
            when products.declared_stock is distinct from excluded.declared_stock then excluded.stock
            else products.stock end`,
        }),
      )
      .execute();
  }
}

/**
 * Frees slugs that rows of removed records still use. Published records, including those off sale, have unique slugs,
 * so a hidden row with such a slug belongs to no published record.
 */
async function freeSlugs(trx: Transaction<Database>, products: readonly ContentProduct[]): Promise<void> {
  const ids = sql<string[]>`${products.map((product) => product.id)}::text[]`;
  const slugs = sql<string[]>`${products.map((product) => product.slug)}::text[]`;
  await sql`update products set slug = id || '.' || slug
    where not is_active and slug = any(${slugs}) and id <> all(${ids})`.execute(trx);
}

/** Deactivates products missing from the files. */
async function deactivateGone(
  trx: Transaction<Database>,
  products: readonly ContentProduct[],
): Promise<void> {
  const ids = sql<string[]>`${products.map((product) => product.id)}::text[]`;
  await sql`update products set is_active = false where id <> all(${ids})`.execute(trx);
}

function toRow(product: ContentProduct, masters: Masters): InsertObject<Database, 'products'> {
  const profile = legalProfiles[product.kind];
  return {
    id: product.id,
    kind: product.kind,
    slug: product.slug,
    position: product.position,
    price_cents: product.price_cents,
    monthly_price_cents: product.monthly_price_cents,
    stock: product.stock,
    declared_stock: product.stock,
    max_per_order: product.max_per_order,
    is_shipped: profile.is_shipped,
    is_fixed_price: profile.is_fixed_price,
    no_bank_transfer: product.no_bank_transfer,
    master_slug: product.master,
    category_identifier: product.category,
    group_identifier: product.group,
    facets: sql<string>`array_to_tsvector(${product.facets}::text[])`,
    published_on: product.published_on,
    picture: product.picture,
    card: JSON.stringify({ de: cardTexts(product, 'de'), en: cardTexts(product, 'en') }),
    texts: JSON.stringify(product.texts),
    details: JSON.stringify(product.details),
    companion_ids: companionsOf(product.details),
    search_de: searchVector(product, masters, 'de'),
    search_en: searchVector(product, masters, 'en'),
    search_words_de: searchWords(product, masters, 'de'),
    search_words_en: searchWords(product, masters, 'en'),
  };
}

/** Texts that the catalogue reads as `ProductCardTexts`. */
function cardTexts({ texts, details, trailer }: ContentProduct, locale: Locale): ProductCardTexts {
  const { title, subtitle, picture_alt, category_title, group_title } = texts[locale];
  const isCourse = details.kind === 'course';
  return {
    title,
    subtitle,
    picture_alt,
    category_title,
    group_title,
    lesson_count: isCourse ? details.lessons.length : null,
    length_seconds: isCourse ? details.length_seconds : null,
    trailer: trailer?.name ?? null,
    trailer_text: trailer?.texts[locale] ?? null,
    trailer_has_sound: trailer?.has_sound ?? false,
  };
}

/** Builds the search vector, weighted: title and master, then topic, then long texts. */
function searchVector(product: ContentProduct, masters: Masters, locale: Locale): Expression<string> {
  const language = sql.lit(locale === 'de' ? 'german' : 'english');
  const texts = product.texts[locale];
  const lessons = texts.parts.flatMap((part) => part.lessons.map((lesson) => lesson.title));
  const about = [texts.subtitle, texts.category_title, texts.group_title ?? '', ...texts.seo.keywords];
  const long = [texts.lead, ...texts.description, ...texts.goals, ...texts.contents, ...lessons];
  const part = (words: readonly string[], weight: string) =>
    sql`setweight(to_tsvector(${language}, unaccent(${words.join(' ')})), ${sql.lit(weight)})`;
  return sql<string>`${part([texts.title, masterName(product, masters)], 'A')} || ${part(about, 'B')} || ${part(long, 'D')}`;
}

function searchWords(product: ContentProduct, masters: Masters, locale: Locale): Expression<string> {
  const { title, category_title, seo } = product.texts[locale];
  const words = [title, masterName(product, masters), category_title, ...seo.keywords];
  return sql<string>`lower(unaccent(${words.join(' ')}))`;
}

function masterName(product: ContentProduct, masters: Masters): string {
  const master = masters.find((one) => one.slug === product.master);
  return master === undefined ? '' : `${master.firstname} ${master.lastname}`;
}

/** Returns the ids of companion books or courses, or of the product that a gift contains. */
function companionsOf(details: ContentProduct['details']): string[] {
  if ('companions' in details) return [...details.companions];
  return 'gives' in details && details.gives !== null ? [details.gives.product_id] : [];
}

export async function loadMasters(
  trx: Transaction<Database>,
  masters: readonly ContentMaster[],
): Promise<void> {
  if (masters.length === 0) return;
  const rows = masters.map(({ slug, firstname, lastname, picture, texts }) => ({
    slug,
    firstname,
    lastname,
    picture,
    texts: JSON.stringify(texts),
    search_de: masterSearchVector({ firstname, lastname, texts }, 'de'),
    search_en: masterSearchVector({ firstname, lastname, texts }, 'en'),
    search_words: sql<string>`lower(unaccent(${`${firstname} ${lastname}`}))`,
  }));
  await trx
    .insertInto('masters')
    .values(rows)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(newValues(rows, 'slug')))
    .execute();
}

/** Builds the search vector, weighted: name, then work, then biography. */
function masterSearchVector(
  { firstname, lastname, texts }: Pick<ContentMaster, 'firstname' | 'lastname' | 'texts'>,
  locale: Locale,
) {
  const language = sql.lit(locale === 'de' ? 'german' : 'english');
  const { profession, origin, biography, seo } = texts[locale];
  const part = (words: readonly string[], weight: string) =>
    sql`setweight(to_tsvector(${language}, unaccent(${words.join(' ')})), ${sql.lit(weight)})`;
  return sql<string>`${part([firstname, lastname], 'A')} || ${part([profession, ...seo.keywords], 'B')} || ${part([origin, ...biography], 'D')}`;
}

/** Deletes masters that are missing from the files and that no product refers to, on sale or not. */
export async function removeMasters(
  trx: Transaction<Database>,
  masters: readonly ContentMaster[],
): Promise<void> {
  await trx
    .deleteFrom('masters')
    .where(sql<boolean>`slug <> all(${masters.map((master) => master.slug)}::text[])`)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('products').select('id').whereRef('products.master_slug', '=', 'masters.slug'),
        ),
      ),
    )
    .execute();
}

/** Adds and updates lessons. Rows of missing lessons stay, because learners' progress refers to them. */
export async function loadLessons(
  trx: Transaction<Database>,
  { products, worksheets }: Pick<Content, 'products' | 'worksheets'>,
): Promise<void> {
  const rows = products.flatMap((product) => lessonRows(product, worksheets));
  const ids = sql<string[]>`${rows.map((row) => row.id)}::text[]`;
  await sql`update lessons set is_active = false where id <> all(${ids})`.execute(trx);
  await upsertLessons(trx, rows, { withWorksheets: true });
}

/**
 * Adds and updates the lessons of these products. Removed lessons are deactivated, not deleted, because progress refers
 * to them.
 */
export async function storeLessons(
  trx: Transaction<Database>,
  products: readonly ContentProduct[],
): Promise<void> {
  const rows = products.flatMap((product) => lessonRows(product, {}));
  const ids = sql<string[]>`${rows.map((row) => row.id)}::text[]`;
  const courses = sql<string[]>`${products.map((product) => product.id)}::text[]`;
  await sql`update lessons set is_active = false
    where course_id = any(${courses}) and id <> all(${ids})`.execute(trx);
  await upsertLessons(trx, rows, { withWorksheets: false });
}

/**
 * Inserts hidden rows for the lessons of an unpublished course or draft. A course that was never published also gets a
 * hidden product, with a slug that matches no page. Lessons that are or were shown do not change. A hidden lesson that
 * another course no longer names moves to this course.
 */
export async function storeHiddenLessons(
  trx: Transaction<Database>,
  course: ContentProduct,
  masters: Masters,
): Promise<void> {
  const known = await trx
    .selectFrom('products')
    .select('was_shown')
    .where('id', '=', course.id)
    .executeTakeFirst();
  if (known?.was_shown !== true) {
    await storeProducts(trx, [{ ...course, slug: `${course.id}.${course.slug}` }], masters, isHidden);
  }
  const rows = lessonRows(course, {}).map((row) => ({ ...row, ...isHidden }));
  await trx
    .insertInto('lessons')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({
          course_id: row.ref('excluded.course_id'),
          position: row.ref('excluded.position'),
          part: row.ref('excluded.part'),
          texts: row.ref('excluded.texts'),
        }))
        .where('lessons.was_shown', '=', false)
        .where((where) => where.or([where('lessons.course_id', '=', course.id), where.not(needsFilm)])),
    )
    .execute();
}

async function upsertLessons(
  trx: Transaction<Database>,
  rows: readonly ReturnType<typeof lessonRows>[number][],
  { withWorksheets }: { readonly withWorksheets: boolean },
): Promise<void> {
  for (const portion of chunks(rows)) {
    await trx
      .insertInto('lessons')
      .values(portion)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          ...newValues(portion, 'id'),
          ...isShown,
          // Worksheets come from files only, so other changes of a lesson keep them.
          worksheet: row.ref(withWorksheets ? 'excluded.worksheet' : 'lessons.worksheet'),
        })),
      )
      .execute();
  }
}

function lessonRows({ id: course_id, details, texts }: ContentProduct, worksheets: Content['worksheets']) {
  if (details.kind !== 'course') return [];
  const german = texts.de.parts.flatMap((part) => part.lessons);
  const english = texts.en.parts.flatMap((part) => part.lessons);
  return details.lessons.map(({ id, part, length_seconds, is_free, chapters }, index) => ({
    id,
    course_id,
    position: index + 1,
    part,
    length_seconds,
    is_free,
    worksheet: worksheets[id] === undefined ? null : JSON.stringify(worksheets[id]),
    texts: JSON.stringify({
      de: {
        title: german[index]?.title,
        summary: german[index]?.summary,
        chapters: chapters.map(({ at, title }) => ({ begin_seconds: at, title: title.de })),
      },
      en: {
        title: english[index]?.title,
        summary: english[index]?.summary,
        chapters: chapters.map(({ at, title }) => ({ begin_seconds: at, title: title.en })),
      },
    }),
  }));
}

/** Replaces the bundle offers. */
export async function loadBundles(
  trx: Transaction<Database>,
  bundles: readonly ContentBundle[],
): Promise<void> {
  await trx.deleteFrom('bundles').execute();
  if (bundles.length === 0) return;
  await trx
    .insertInto('bundles')
    .values(
      bundles.map(({ id, product_ids, price_cents, titles, descriptions }) => ({
        id,
        product_ids: [...product_ids],
        price_cents,
        texts: JSON.stringify({
          de: { title: titles.de, description: descriptions.de },
          en: { title: titles.en, description: descriptions.en },
        }),
      })),
    )
    .execute();
}
