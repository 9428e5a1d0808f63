import { sql } from 'kysely';
import type { CampaignCardResource, CampaignResource } from '#api/content/content-endpoints.ts';
import type { Announcement, ContentPage, ShopFacts } from '#core/model/content.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { trimmedRouteOf } from '#core/rules/basics/site-paths.ts';
import { fillOfferTexts } from '#core/rules/catalogue/price-claims.ts';
import { readDeliveryCountries } from '#server/carts/pricing-catalogue.ts';
import { readOfferPrice } from '#server/catalogue/price-ledger.ts';
import { selectProductCards, toProductCard } from '#server/catalogue/product-cards.ts';
import { cardGateways } from '#server/platform/payment-gateways.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { ContentCampaign, Marketing } from './sources/content-shapes.ts';
import { inLocale } from './sources/localized.ts';

type ReadContext = Pick<ServerContext, 'db'>;

interface StoredAnnouncement {
  readonly is_active: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly text: Localized<string>;
  readonly url: Localized<string>;
}

/** Shop facts in one language, without the fields that come from the operator's settings. */
export type StoredShopFacts = Omit<ShopFacts, 'payment_methods' | 'no_bank_transfer' | 'has_mailbox'>;

/** Returns today's announcement bar; inactive if no content is loaded. */
export async function readAnnouncement(
  context: Pick<ServerContext, 'db' | 'clock'>,
  locale: Locale,
): Promise<Announcement> {
  const stored = (await readContent(context, 'greenbar')) as StoredAnnouncement | undefined;
  if (stored === undefined) return { is_active: false, properties: { text: '', url: '' } };
  const { from, until } = stored;
  const today = calendarDay(context.clock.now());
  const isShown = (from === undefined || from <= today) && (until === undefined || today <= until);
  return {
    is_active: stored.is_active && isShown,
    properties: { text: stored.text[locale], url: stored.url[locale] },
  };
}

/** Returns brand and company; undefined if no content is loaded. */
export async function readShopFacts(
  context: Pick<ServerContext, 'db' | 'settings' | 'gateways'>,
  locale: Locale,
): Promise<ShopFacts | undefined> {
  const stored = (await readContent(context, 'shop')) as Localized<StoredShopFacts> | undefined;
  if (stored === undefined) return undefined;
  const { bankTransfer, hasWallets, hasMailbox } = context.settings;
  return {
    ...stored[locale],
    // These are absent in content loaded by an older version.
    delivery_times: stored[locale].delivery_times ?? {},
    delivery_days: stored[locale].delivery_days ?? {},
    support_hours: stored[locale].support_hours ?? '',
    guarantee_notice: stored[locale].guarantee_notice ?? null,
    opening: { ...stored[locale].opening, lines: [...(stored[locale].opening.lines ?? [])] },
    delivery_countries: await readDeliveryCountries(context.db, context.settings),
    payment_methods: [
      ...(cardGateways(context).some((gateway) => gateway.offersCards()) ? (['card'] as const) : []),
      ...(hasWallets ? (['wallets'] as const) : []),
      ...(bankTransfer === null ? [] : (['bank_transfer'] as const)),
      'credit',
    ],
    no_bank_transfer: bankTransfer === null ? [] : await readUntransferable(context.db),
    has_mailbox: hasMailbox,
  };
}

async function readUntransferable(db: ReadContext['db']): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('no_bank_transfer', '=', true)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a legal page in one language; undefined if the slug is unknown. */
export async function readPage(
  { db }: ReadContext,
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

async function readContent({ db }: ReadContext, key: 'greenbar' | 'shop'): Promise<unknown> {
  const row = await db.selectFrom('contents').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Returns marketing content in every language; empty if no content is loaded. */
export async function readMarketing({ db }: Pick<ServerContext, 'db'>): Promise<Marketing> {
  const row = await db
    .selectFrom('contents')
    .select('value')
    .where('key', '=', 'marketing')
    .executeTakeFirst();
  if (row !== undefined) return row.value as Marketing;
  const none = { de: '', en: '' };
  const newsletter_widget = { is_active: false, title: none, text: none, button: none, consent: none };
  return { advantages: [], conversations: [], newsletter_widget, popups: [], giveaways: [], campaigns: [] };
}

export async function readAdvantages(context: Pick<ServerContext, 'db'>, locale: Locale) {
  return inLocale((await readMarketing(context)).advantages, locale).map((advantage) => ({ ...advantage }));
}

/** Returns the conversations of courses on sale; empty if the content was loaded by an older version. */
export async function readConversations({ db }: Pick<ServerContext, 'db'>, locale: Locale) {
  const { conversations } = (await readMarketing({ db })) as Partial<Marketing>;
  if (conversations === undefined || conversations.length === 0) return [];
  const slugs = conversations.map(({ course }) => course);
  const sold = await db
    .selectFrom('products')
    .select('slug')
    .where('kind', '=', 'course')
    .where('slug', 'in', slugs)
    .where('is_active', '=', true)
    .execute();
  return inLocale(conversations, locale)
    .filter(({ course }) => sold.some(({ slug }) => slug === course))
    .map(({ lines, ...conversation }) => ({ ...conversation, lines: lines.map((one) => ({ ...one })) }));
}

export async function readNewsletterWidget(context: Pick<ServerContext, 'db'>, locale: Locale) {
  return inLocale((await readMarketing(context)).newsletter_widget, locale);
}

/** Returns today's popup of a page, or null. `path` may contain the locale. */
export async function readPopup(context: Pick<ServerContext, 'db' | 'clock'>, path: string, locale: Locale) {
  const today = calendarDay(context.clock.now());
  const route = trimmedRouteOf(path);
  const { popups } = await readMarketing(context);
  const popup = popups.find(
    ({ from, until, paths }) =>
      from <= today && today <= until && paths.some((pattern) => fits(pattern, route)),
  );
  if (popup === undefined) return null;
  const { key, title, text, link } = inLocale(popup, locale);
  return { key, title, text, link };
}

function fits(pattern: string, route: string): boolean {
  return pattern.endsWith('/*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern;
}

/** Returns a campaign page in one language; undefined if the slug is unknown. */
export async function readCampaign(
  context: Pick<ServerContext, 'db' | 'clock'>,
  slug: string,
  locale: Locale,
): Promise<CampaignResource | undefined> {
  const stored = await readMarketing(context);
  // Content loaded by an older version has no `campaigns`.
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
    ...rest
  } = inLocale(page, locale);
  const { slug: _slug, ...attributes } = rest;
  const giveaway = stored.giveaways.find((one) => one.key === key);
  const rows =
    product_ids.length === 0
      ? []
      : await selectProductCards(context.db, locale)
          .where('products.id', 'in', product_ids)
          .where('products.is_active', '=', true)
          .execute();
  const cards = rows.map((row) => toProductCard(row, context.clock.now()));
  const running = coupon === null ? null : await findRunningCoupon(context, coupon.code);
  const reduction = running === null ? null : await findReduction(context, running, product_ids);
  return {
    type: 'campaigns',
    id: slug,
    attributes: {
      ...attributes,
      promises: [...fillOfferTexts(promises, reduction, locale)],
      text: [...text],
      conditions: [...conditions],
      coupon:
        coupon === null ? null : running === null ? { is_running: false } : { ...coupon, is_running: true },
      reduction,
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

/**
 * Returns the total price of the products with a coupon; null if one of them is not on sale. `subject` identifies the
 * coupon.
 */
async function findReduction(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  subject: string,
  product_ids: readonly string[],
) {
  return readOfferPrice(db, { product_ids, reduction: { kind: 'coupon', subject }, now: clock.now() });
}

/** Returns the coupon id of a code that is valid now; null outside its days, or when the coupon is used up. */
async function findRunningCoupon(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  code: string,
): Promise<string | null> {
  const coupon = await db
    .selectFrom('coupon_codes')
    .innerJoin('promotions', 'promotions.id', 'coupon_codes.promotion_id')
    .select('promotions.id')
    .where('coupon_codes.code', '=', code)
    .where(isRunning(new Date(clock.now())))
    .executeTakeFirst();
  return coupon?.id ?? null;
}

function isRunning(now: Date) {
  return sql<boolean>`(valid_from is null or valid_from <= ${now}) and (valid_until is null or valid_until > ${now})
    and (total_limit is null or used < total_limit)`;
}

/** Returns today's state of a giveaway; null if the key is unknown. */
export async function findGiveaway(
  context: Pick<ServerContext, 'db' | 'clock'>,
  key: string,
): Promise<'running' | 'over' | 'not_yet' | null> {
  const today = calendarDay(context.clock.now());
  const giveaway = (await readMarketing(context)).giveaways.find((one) => one.key === key);
  if (giveaway === undefined) return null;
  if (today < giveaway.from) return 'not_yet';
  return today <= giveaway.until ? 'running' : 'over';
}

/**
 * Returns active campaigns in one language, in file order: giveaways open today, and offers with a valid coupon and
 * available products.
 */
export async function listCampaigns(
  context: Pick<ServerContext, 'db' | 'clock'>,
  locale: Locale,
): Promise<CampaignCardResource[]> {
  const { campaigns = [], giveaways } = await readMarketing(context);
  const offers = await findRunningOffers(context, campaigns);
  const cards: CampaignCardResource[] = [];
  for (const campaign of campaigns) {
    const { slug, place, title, lead, picture, picture_alt, coupon, giveaway: key } = campaign;
    const subject = offers.get(slug);
    const runs = key === null ? subject !== undefined : (await findGiveaway(context, key)) === 'running';
    if (!runs) continue;
    cards.push({
      type: 'campaigns',
      id: slug,
      attributes: {
        place,
        title: title[locale],
        lead: lead[locale],
        picture,
        picture_alt: picture_alt[locale],
        offer: coupon?.title[locale] ?? null,
        reduction: subject === undefined ? null : await findReduction(context, subject, campaign.product_ids),
        until: giveaways.find((giveaway) => giveaway.key === key)?.until ?? null,
      },
    });
  }
  return cards;
}

/** Returns, by slug, the coupons of campaigns whose coupon is valid now and whose products are all available. */
async function findRunningOffers(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  campaigns: readonly ContentCampaign[],
): Promise<ReadonlyMap<string, string>> {
  const now = new Date(clock.now());
  const offers = campaigns.flatMap(({ slug, coupon, product_ids }) =>
    coupon === null ? [] : [{ slug, code: coupon.code, product_ids }],
  );
  const { rows } = await sql<{ slug: string; promotion: string }>`
    select offer.slug, promotions.id as promotion
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as offer (slug text, code text, product_ids text[])
    join coupon_codes on coupon_codes.code = offer.code
    join promotions on promotions.id = coupon_codes.promotion_id
    where ${isRunning(now)}
      and not exists (
        select from unnest(offer.product_ids) as wanted (id)
        left join products on products.id = wanted.id and products.is_active
        where products.id is null or products.stock <= 0
      )
  `.execute(db);
  return new Map(rows.map(({ slug, promotion }) => [slug, promotion]));
}
