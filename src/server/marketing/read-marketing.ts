import type { CampaignResource } from '#api/contents.ts';
import type { Locale } from '#core/rules/locale.ts';
import { calendarDay } from '#core/rules/validity.ts';
import { selectProductCards, toProductCard } from '#server/catalogue/product-cards.ts';
import type { Marketing } from '#server/content/content.ts';
import { inLocale } from '#server/content/localized.ts';
import type { HostContext } from '#server/server-context.ts';

/** What wins people over, as the content files say, in every language; empty while none have been loaded. */
export async function readStored({ db }: Pick<HostContext, 'db'>): Promise<Marketing> {
  const row = await db
    .selectFrom('contents')
    .select('value')
    .where('key', '=', 'marketing')
    .executeTakeFirst();
  if (row !== undefined) return row.value as Marketing;
  const none = { de: '', en: '' };
  const newsletter_widget = { is_active: false, title: none, text: none, button: none, consent: none };
  return { advantages: [], newsletter_widget, popups: [], giveaways: [], campaigns: [] };
}

/** What speaks for the shop, in one language. */
export async function readAdvantages(context: Pick<HostContext, 'db'>, locale: Locale) {
  return inLocale((await readStored(context)).advantages, locale).map((advantage) => ({ ...advantage }));
}

/** The box that offers the newsletter, in one language. */
export async function readNewsletterWidget(context: Pick<HostContext, 'db'>, locale: Locale) {
  return inLocale((await readStored(context)).newsletter_widget, locale);
}

/** The popup of a page on this day, or null. `path` may carry the locale. */
export async function readPopup(context: Pick<HostContext, 'db' | 'clock'>, path: string, locale: Locale) {
  const today = calendarDay(context.clock.now());
  const route = path.replace(/^\/(?:de|en)(?=\/|$)/, '').replace(/\/+$/, '');
  const { popups } = await readStored(context);
  const popup = popups.find(
    ({ from, until, paths }) =>
      from <= today && today <= until && paths.some((pattern) => fits(pattern, route === '' ? '/' : route)),
  );
  if (popup === undefined) return null;
  const { key, title, text, link } = inLocale(popup, locale);
  return { key, title, text, link };
}

function fits(pattern: string, route: string): boolean {
  return pattern.endsWith('/*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern;
}

/** A campaign's page in one language; undefined when there is none of that name. */
export async function readCampaign(
  context: Pick<HostContext, 'db' | 'clock'>,
  slug: string,
  locale: Locale,
): Promise<CampaignResource | undefined> {
  const stored = await readStored(context);
  // What an older version of the shop has loaded knows no campaigns.
  const page = (stored.campaigns ?? []).find((one) => one.slug === slug);
  if (page === undefined) return undefined;
  const {
    product_ids,
    seo,
    giveaway: key,
    coupon,
    promises,
    text,
    conditions,
    ...said
  } = inLocale(page, locale);
  const { slug: _slug, ...attributes } = said;
  const giveaway = stored.giveaways.find((one) => one.key === key);
  const rows =
    product_ids.length === 0
      ? []
      : await selectProductCards(context.db, locale)
          .where('products.id', 'in', product_ids)
          .where('products.is_active', '=', true)
          .execute();
  const cards = rows.map(toProductCard);
  return {
    type: 'campaigns',
    id: slug,
    attributes: {
      ...attributes,
      promises: [...promises],
      text: [...text],
      conditions: [...conditions],
      coupon: coupon === null ? null : { ...coupon },
      giveaway:
        giveaway === undefined
          ? null
          : {
              key: giveaway.key,
              title: giveaway.title[locale],
              until: giveaway.until,
              is_running: (await findGiveaway(context, giveaway.key)) === 'running',
            },
      products: product_ids.flatMap((id) => cards.filter((card) => card.id === id)),
      seo_markup: { name: seo.title, description: seo.description },
    },
  };
}

/** Whether a giveaway runs on this day: null when nobody knows it. */
export async function findGiveaway(
  context: Pick<HostContext, 'db' | 'clock'>,
  key: string,
): Promise<'running' | 'over' | 'not_yet' | null> {
  const today = calendarDay(context.clock.now());
  const giveaway = (await readStored(context)).giveaways.find((one) => one.key === key);
  if (giveaway === undefined) return null;
  if (today < giveaway.from) return 'not_yet';
  return today <= giveaway.until ? 'running' : 'over';
}
