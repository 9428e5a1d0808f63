import type { Kysely } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import type { StoredShopFacts } from '#server/marketing/read-contents.ts';
import type { Brand } from './brand.ts';

/**
 * How the shop signs its mails, as the content files say.
 * @throws Error before the content files are loaded: mails wait in the outbox until then.
 */
export async function readBrand(db: Kysely<Database>): Promise<Brand> {
  const rows = await db
    .selectFrom('contents')
    .select(['key', 'value'])
    .where('key', 'in', ['brand', 'shop'])
    .execute();
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  if (stored.brand === undefined || stored.shop === undefined) {
    throw new Error('The content files are not loaded yet: run `npm run content`');
  }
  const facts = stored.shop as Readonly<Record<Locale, StoredShopFacts>>;
  return {
    ...(stored.brand as Omit<Brand, 'delivery_time'>),
    delivery_time: { de: facts.de.delivery_time, en: facts.en.delivery_time },
  };
}
