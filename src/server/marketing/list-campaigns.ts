import { sql } from 'kysely';
import type { CampaignCardResource } from '#api/contents.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { ContentCampaign } from '#server/content/content.ts';
import type { HostContext } from '#server/server-context.ts';
import { findGiveaway, readStored } from './read-marketing.ts';

/**
 * The campaigns that run now, in the order of their file and in one language: giveaways that are open on this day, and
 * offers whose coupon would be taken and whose products can all be had. Nobody is led to a page that refuses.
 */
export async function listCampaigns(
  context: Pick<HostContext, 'db' | 'clock'>,
  locale: Locale,
): Promise<CampaignCardResource[]> {
  const { campaigns = [], giveaways } = await readStored(context);
  const offers = await findRunningOffers(context, campaigns);
  const cards: CampaignCardResource[] = [];
  for (const campaign of campaigns) {
    const { slug, place, title, lead, picture, picture_alt, coupon, giveaway: key } = campaign;
    const runs = key === null ? offers.has(slug) : (await findGiveaway(context, key)) === 'running';
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
        until: giveaways.find((giveaway) => giveaway.key === key)?.until ?? null,
      },
    });
  }
  return cards;
}

/** Slugs of the campaigns whose coupon is valid and not used up, and of whose products none is missing. */
async function findRunningOffers(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  campaigns: readonly ContentCampaign[],
): Promise<ReadonlySet<string>> {
  const now = new Date(clock.now());
  const offers = campaigns.flatMap(({ slug, coupon, product_ids }) =>
    coupon === null ? [] : [{ slug, code: coupon.code, product_ids }],
  );
  const { rows } = await sql<{ slug: string }>`
    select offer.slug
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as offer (slug text, code text, product_ids text[])
    join coupon_codes on coupon_codes.code = offer.code
    join promotions on promotions.id = coupon_codes.promotion_id
    where (valid_from is null or valid_from <= ${now}) and (valid_until is null or valid_until > ${now})
      and (total_limit is null or used < total_limit)
      and not exists (
        select from unnest(offer.product_ids) as wanted (id)
        left join products on products.id = wanted.id and products.is_active
        where products.id is null or products.stock <= 0
      )
  `.execute(db);
  return new Set(rows.map(({ slug }) => slug));
}
