import type { Announcement, ContentPage, ShopFacts } from '#core/rules/catalogue.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { HostContext } from '#server/server-context.ts';

type Reading = Pick<HostContext, 'db'>;

/** As `loadContent` stores them. */
interface StoredAnnouncement {
  readonly is_active: boolean;
  readonly text: Readonly<Record<Locale, string>>;
  readonly url: Readonly<Record<Locale, string>>;
}

/** The shop's facts in one language; what the operator's settings decide is added when they are read. */
export type StoredShopFacts = Omit<ShopFacts, 'delivery_countries' | 'is_demo'>;

/** The announcement bar; switched off while no content files have been loaded. */
export async function readAnnouncement(context: Reading, locale: Locale): Promise<Announcement> {
  const stored = (await readContent(context, 'greenbar')) as StoredAnnouncement | undefined;
  if (stored === undefined) return { is_active: false, properties: { text: '', url: '' } };
  return { is_active: stored.is_active, properties: { text: stored.text[locale], url: stored.url[locale] } };
}

/** Brand and company; undefined while no content files have been loaded. */
export async function readShopFacts(
  context: Pick<HostContext, 'db' | 'settings'>,
  locale: Locale,
): Promise<ShopFacts | undefined> {
  const stored = (await readContent(context, 'shop')) as
    | Readonly<Record<Locale, StoredShopFacts>>
    | undefined;
  if (stored === undefined) return undefined;
  const { deliveryCountries, mode } = context.settings;
  return { ...stored[locale], delivery_countries: deliveryCountries, is_demo: mode === 'demo' };
}

/** A legal page in one language, undefined when there is none of that name. */
export async function readPage(
  { db }: Reading,
  slug: string,
  locale: Locale,
): Promise<ContentPage | undefined> {
  return db
    .selectFrom('pages')
    .select(['slug', 'title', 'description', 'html', 'version'])
    .where('slug', '=', slug)
    .where('locale', '=', locale)
    .executeTakeFirst();
}

async function readContent({ db }: Reading, key: 'greenbar' | 'shop'): Promise<unknown> {
  const row = await db.selectFrom('contents').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}
