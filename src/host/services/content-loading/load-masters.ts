import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ContentMaster } from '#host/content/content.ts';
import type { Database } from '#host/database/schema.ts';

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
      })),
    )
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((row) => ({
        firstname: row.ref('excluded.firstname'),
        lastname: row.ref('excluded.lastname'),
        picture: row.ref('excluded.picture'),
        texts: row.ref('excluded.texts'),
      })),
    )
    .execute();
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
