import type { Kysely } from 'kysely';
import type { Database } from '#host/database/schema.ts';
import type { Brand } from '#host/mail/brand.ts';

/**
 * How the shop signs its mails, as the content files say.
 * @throws Error before the content files are loaded: mails wait in the outbox until then.
 */
export async function readBrand(db: Kysely<Database>): Promise<Brand> {
  const row = await db.selectFrom('contents').select('value').where('key', '=', 'brand').executeTakeFirst();
  if (row === undefined) throw new Error('The content files are not loaded yet: run `npm run content`');
  return row.value as Brand;
}
