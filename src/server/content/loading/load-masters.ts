import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import type { ContentMaster } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';

/** Adds and changes masters. */
export async function loadMasters(
  trx: Transaction<Database>,
  masters: readonly ContentMaster[],
): Promise<void> {
  if (masters.length === 0) return;
  await trx
    .insertInto('masters')
    .values(
      masters.map(({ slug, firstname, lastname, picture, texts }) => ({
        slug,
        firstname,
        lastname,
        picture,
        texts: JSON.stringify(texts),
        search_de: searchVector({ firstname, lastname, texts }, 'de'),
        search_en: searchVector({ firstname, lastname, texts }, 'en'),
        search_words: sql<string>`lower(unaccent(${`${firstname} ${lastname}`}))`,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((row) => ({
        firstname: row.ref('excluded.firstname'),
        lastname: row.ref('excluded.lastname'),
        picture: row.ref('excluded.picture'),
        texts: row.ref('excluded.texts'),
        search_de: row.ref('excluded.search_de'),
        search_en: row.ref('excluded.search_en'),
        search_words: row.ref('excluded.search_words'),
      })),
    )
    .execute();
}

/** The name weighs most, then what the master did, then the life. */
function searchVector(
  { firstname, lastname, texts }: Pick<ContentMaster, 'firstname' | 'lastname' | 'texts'>,
  locale: Locale,
) {
  const language = sql.lit(locale === 'de' ? 'german' : 'english');
  const { profession, origin, biography, seo } = texts[locale];
  const part = (words: readonly string[], weight: string) =>
    sql`setweight(to_tsvector(${language}, unaccent(${words.join(' ')})), ${sql.lit(weight)})`;
  return sql<string>`${part([firstname, lastname], 'A')} || ${part([profession, ...seo.keywords], 'B')} || ${part([origin, ...biography], 'D')}`;
}

/** Removes masters whom the files do not know any more and no product names, sold ones included. */
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
