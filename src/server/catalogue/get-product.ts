import { type Kysely, sql } from 'kysely';
import type { ProductPage } from '#api/catalogue/catalogue-endpoints.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { type ProductCardRow, selectProductCards, toProductCard } from './product-cards.ts';
import { type MasterTexts, type ProductDetails, type ProductTexts, sharePrefix } from './stored-product.ts';

/** Delivery notes by the key of the legal profile. `{{time}}` is replaced by the shop's delivery time. */
export type DeliveryNotes = Readonly<
  Record<Locale, Readonly<Record<'at_once' | 'by_mail' | 'parcel', string>>>
>;

interface PageRow {
  readonly texts: ProductTexts;
  readonly details: ProductDetails;
  readonly master: MasterFacts | null;
  readonly delivery_time: string | null;
}

type MasterFacts = MasterTexts & { readonly picture: string };
type Attributes = ProductPage['attributes'];
type Card = ReturnType<typeof toProductCard>['attributes'];
type Companions = ReturnType<typeof toProductCard>[];

/**
 * Returns the data of a product page, with the cards of its companion products, by one query. Undefined if the product
 * is not on sale.
 */
export async function getProduct(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  slug: string,
  { locale, notes }: { readonly locale: Locale; readonly notes: DeliveryNotes },
): Promise<ProductPage | undefined> {
  const row = await selectProductCards(db, locale)
    .select([
      companionsOf(db, slug, locale).as('companions'),
      sql<ProductDetails>`products.details`.as('details'),
      sql<ProductTexts>`products.texts -> ${sql.lit(locale)}`.as('texts'),
      sql<MasterFacts | null>`masters.texts -> ${sql.lit(locale)}
        || jsonb_build_object('picture', masters.picture)`.as('master'),
      sql<string | null>`(select value -> ${sql.lit(locale)} ->> 'delivery_time'
        from contents where key = 'shop')`.as('delivery_time'),
      sharePictureIn(locale).as('share_picture'),
    ])
    .where('products.slug', '=', slug)
    .where('products.is_active', '=', true)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const companions = row.companions.map((companion) => toProductCard(companion, clock.now()));
  const card = toProductCard(row, clock.now());
  const { texts } = row;
  return {
    ...card,
    attributes: {
      ...card.attributes,
      name: card.attributes.title,
      person: withPortrait(card.attributes.person, row.master),
      share_picture: row.share_picture,
      description: [...texts.description],
      delivery_note: deliveryNote(card.attributes.kind, row.delivery_time, notes[locale]),
      seo_markup: {
        name: texts.seo.title,
        description: texts.seo.description,
        keywords: [...texts.seo.keywords],
      },
      details: toDetails(row, card.attributes, companions, locale),
    },
  };
}

/**
 * Selects the name of the picture for shared links; null for products without one, such as courses created in the back
 * office.
 */
function sharePictureIn(locale: Locale) {
  const name = sql`${sql.lit(sharePrefix)} || products.slug || ${sql.lit(`-${locale}`)}`;
  return sql<string | null>`(select ${name} from contents
    where key = 'catalogue_files' and jsonb_exists(value -> 'pictures', ${name}))`;
}

/** Selects the cards of a product's companions, in the product's order. */
function companionsOf(db: Kysely<Database>, slug: string, locale: Locale) {
  const named = sql<{ id: string; place: number }>`(
    select named.id, named.place
    from products naming cross join unnest(naming.companion_ids) with ordinality named (id, place)
    where naming.slug = ${slug}
  )`.as<'named'>('named');
  const cards = selectProductCards(db, locale)
    .innerJoin(named, 'named.id', 'products.id')
    .where('products.is_active', '=', true)
    .orderBy('named.place');
  return sql<ProductCardRow[]>`(select coalesce(json_agg(companion), '[]') from (${cards}) companion)`;
}

function deliveryNote(kind: ProductKind, time: string | null, notes: DeliveryNotes[Locale]): string {
  return notes[legalProfiles[kind].delivery_note].replace('{{time}}', time ?? '');
}

function toDetails(row: PageRow, card: Card, companions: Companions, locale: Locale): Attributes['details'] {
  const { texts, details } = row;
  switch (details.kind) {
    case 'course':
      return {
        kind: 'course',
        lead: texts.lead,
        level: texts.level ?? '',
        material: texts.material ?? '',
        goals: [...texts.goals],
        parts: texts.parts.map(({ title, lessons }) => ({ title, lessons: [...lessons] })),
        lesson_count: details.lessons.length,
        length_seconds: details.length_seconds,
        master: toMaster(row.master, card.person),
        questions: [...texts.questions],
        companions,
        rating: card.rating,
        // Details loaded by an older version have no `gift`.
        gift: details.gift ?? null,
      };
    case 'book':
      return {
        kind: 'book',
        lead: texts.lead,
        pages: details.pages,
        isbn: details.isbn ?? null,
        format: texts.format ?? '',
        manufacturer: details.manufacturer,
        warnings: [...(details.warnings?.[locale] ?? [])],
        companions,
      };
    default:
      return {
        kind: details.kind,
        lead: texts.lead,
        contents: [...texts.contents],
        questions: [...texts.questions],
        manufacturer: 'manufacturer' in details ? details.manufacturer : null,
        warnings: 'warnings' in details ? [...(details.warnings?.[locale] ?? [])] : [],
        companions,
      };
  }
}

/** Width of a portrait, in pixels; one of `pictureWidths`. */
const portraitWidth = 1200;

function withPortrait(person: Card['person'], master: MasterFacts | null) {
  if (person === null || master === null) return null;
  return { ...person, portrait: { full: `/pictures/${master.picture}-${portraitWidth}.webp` } };
}

function toMaster(master: MasterFacts | null, person: Card['person']) {
  if (master === null || person === null)
    throw new Error('A course without its master: the load checks that');
  const { lived, origin, biography, picture_alt } = master;
  return { ...person, lived, origin, biography: [...biography], picture_alt };
}

/**
 * Returns whether a product with this slug was on sale and no longer is: its page returns 410, so that search engines
 * remove it.
 */
export async function wasSold({ db }: Pick<ServerContext, 'db'>, slug: string): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', slug)
    .where('is_active', '=', false)
    .executeTakeFirst();
  return product !== undefined;
}
