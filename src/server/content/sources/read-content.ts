import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { RecordSources } from './catalogue-sources.ts';
import { checkFilms, expectedFilms } from './check-films.ts';
import { checkReferences } from './check-references.ts';
import {
  codeContent,
  composeBundles,
  composeMasters,
  composeProducts,
  productIds,
} from './compose-products.ts';
import { composeLegal, composeMarketing, composePosts, namedCoupons, openingLines } from './compose-texts.ts';
import type { Content, ContentCode, ContentCoupon, DemoLearner } from './content-shapes.ts';
import type { ContentFault, FaultList } from './read-files.ts';
import { readSources } from './read-sources.ts';
import type { Sources } from './source-files.ts';

/**
 * Reads the whole content folder: catalogue, coupons and codes, texts, demo data.
 * @param root path of the content folder
 * @returns the content with every reference resolved, or all faults, each with file, field and cure; never partial
 * content
 * @throws if the disk fails. A missing file or folder is a fault, not an exception.
 */
export async function readContent(root: string): Promise<Result<Content, readonly ContentFault[]>> {
  const faults: FaultList = [];
  const sources = await readSources(root, faults);
  if (sources === null || faults.length > 0) return err(faults);
  const broken = checkReferences(sources);
  if (broken.length > 0) return err(broken);
  const products = composeProducts(sources);
  const films = await checkFilms(root, expectedFilms(products));
  if (films.faults.length > 0) return err(films.faults);
  const records = recordSourcesOf(sources);
  return ok({
    shop: sources.shop.value,
    categories: sources.categories.value,
    masters: composeMasters(sources),
    products,
    coupons: composeCoupons(sources),
    codes: composeCodes(sources),
    bundles: composeBundles(sources),
    greenbar: sources.announcement.value,
    marketing: composeMarketing(records),
    demo: { learners: composeLearners(sources) },
    posts: composePosts(records),
    legal: composeLegal(records),
    worksheets: sources.worksheets,
    pictures: sources.pictures,
    opening_lines: openingLines(records),
    sources: records,
  });
}

function recordSourcesOf(sources: Sources): RecordSources {
  const { products, bundles, masters, categories, announcement, popups, posts, legal } = sources;
  const { campaigns, giveaways, advantages, conversations, newsletter_widget, shop } = sources;
  const { pictures, outlines, trailers } = sources;
  return {
    ...{ products, bundles, masters, categories, announcement, popups, posts, legal },
    ...{ campaigns, giveaways, advantages, conversations, newsletter_widget, shop },
    ...{ pictures, outlines, trailers },
    other_amounts: sources.other_amounts.value,
    coupons: namedCoupons(sources),
  };
}

/** Converts coupons: slugs become ids, absent limits null. */
function composeCoupons({ campaigns, coupons, products }: Sources): ContentCoupon[] {
  const idOf = productIds(products);
  return coupons.value.map((coupon) => ({
    id: coupon.id,
    codes: coupon.codes,
    kind: coupon.kind,
    value: couponValue(coupon),
    product_id: coupon.kind === 'free_product' ? idOf(coupon.product) : null,
    titles: coupon.title,
    valid_from: coupon.valid_from ?? null,
    valid_until: coupon.valid_until ?? null,
    limit_total: coupon.limit_total ?? null,
    limit_per_user: coupon.limit_per_user ?? null,
    minimum_subtotal_cents: coupon.minimum_subtotal_cents ?? null,
    product_ids: coupon.products?.map(idOf) ?? null,
    kinds: coupon.kinds ?? null,
    campaign: coupon.campaign ?? null,
    first_purchase_only: coupon.first_purchase_only,
    is_public:
      coupon.is_public ||
      campaigns.some(({ value }) => value.coupon !== undefined && coupon.codes.includes(value.coupon)),
    is_demo: coupon.is_demo,
  }));
}

function couponValue(coupon: Sources['coupons']['value'][number]): number {
  switch (coupon.kind) {
    case 'percent':
      return coupon.percent;
    case 'fixed':
      return coupon.amount_cents;
    default:
      return 0;
  }
}

function composeCodes({ codes, products }: Sources): ContentCode[] {
  const idOf = productIds(products);
  return codes.value.map((one) =>
    one.kind === 'voucher' ? one : { code: one.code, is_demo: one.is_demo, ...codeContent(one, idOf) },
  );
}

function composeLearners({ demo, products }: Sources): DemoLearner[] {
  const idOf = productIds(products);
  return demo.value.learners.map((learner) => ({ ...learner, courses: learner.courses.map(idOf) }));
}
