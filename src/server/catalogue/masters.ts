import { sql } from 'kysely';
import type { Master } from '#api/catalogue/catalogue-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { selectProductCards, toProductCard } from './product-cards.ts';
import type { MasterTexts } from './stored-product.ts';

/** Returns a master with courses and their companion books; undefined if the slug is unknown. */
export async function getMaster(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  slug: string,
  locale: Locale,
): Promise<Master | undefined> {
  const row = await db
    .selectFrom('masters')
    .select(['firstname', 'lastname', 'picture', sql<MasterTexts>`texts -> ${sql.lit(locale)}`.as('texts')])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const products = await selectProductCards(db, locale)
    .where('products.is_active', '=', true)
    .where((where) =>
      where.or([
        where('products.master_slug', '=', slug),
        where('products.id', 'in', (inner) =>
          inner
            .selectFrom('products as course')
            .select(sql<string>`unnest(course.companion_ids)`.as('book'))
            .where('course.master_slug', '=', slug)
            .where('course.kind', '=', 'course'),
        ),
      ]),
    )
    .orderBy('products.position')
    .orderBy('products.id')
    .execute();
  const cards = products.map((product) => toProductCard(product, clock.now()));
  const ofKind = (kind: string) => cards.filter((card) => card.attributes.kind === kind);
  const { lived, origin, profession, motto, biography, picture_alt, seo } = row.texts;
  return {
    type: 'masters',
    id: slug,
    attributes: {
      firstname: row.firstname,
      lastname: row.lastname,
      lived,
      origin,
      profession,
      motto,
      biography: [...biography],
      picture: row.picture,
      picture_alt,
      seo_markup: { name: seo.title, description: seo.description, keywords: [...seo.keywords] },
      courses: ofKind('course'),
      books: ofKind('book'),
    },
  };
}
