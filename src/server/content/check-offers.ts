import { legalProfiles } from '#core/rules/legal-profile.ts';
import { priceOf } from './compose-products.ts';
import type { Blame, Find, Sources } from './source-files.ts';

/** Checks coupons, codes, bundle offers and demo learners against the catalogue. */
export function checkOffers(sources: Sources, blame: Blame, find: Find): void {
  checkCoupons(sources, blame, find);
  checkBundles(sources, blame, find);
  checkDemo(sources, blame, find);
  checkCampaigns(sources, blame, find);
}

function checkCoupons({ coupons, codes }: Sources, blame: Blame, find: Find): void {
  const taken = new Set<string>();
  const ids = new Set<string>();
  const take = (at: typeof coupons | typeof codes, path: readonly PropertyKey[], code: string) => {
    if (taken.has(code)) blame(at, path, `the code "${code}" stands twice`, 'choose another code');
    taken.add(code);
  };
  coupons.value.forEach((coupon, index) => {
    if (ids.has(coupon.id))
      blame(coupons, [index, 'id'], `the id "${coupon.id}" stands twice`, 'choose another id');
    ids.add(coupon.id);
    for (const [at, code] of coupon.codes.entries()) take(coupons, [index, 'codes', at], code);
    for (const [at, slug] of (coupon.products ?? []).entries()) find(coupons, [index, 'products', at], slug);
    if (
      coupon.valid_from &&
      coupon.valid_until &&
      Date.parse(coupon.valid_from) >= Date.parse(coupon.valid_until)
    ) {
      blame(coupons, [index, 'valid_until'], 'ends before it begins', 'put it after valid_from');
    }
    if (coupon.kind !== 'free_product') return;
    const product = find(coupons, [index, 'product'], coupon.product);
    if (product !== null && legalProfiles[product.kind].is_price_bound) {
      blame(coupons, [index, 'product'], 'a price-bound book cannot be given away', 'name another product');
    }
  });
  codes.value.forEach((one, index) => {
    take(codes, [index, 'code'], one.code);
    if (one.kind === 'course') find(codes, [index, 'course'], one.course, 'course');
    if (one.kind === 'membership') find(codes, [index, 'membership'], one.membership, 'membership');
  });
}

function checkBundles({ bundles }: Sources, blame: Blame, find: Find): void {
  bundles.value.forEach((bundle, index) => {
    const parts = bundle.products.map((slug, at) => {
      const product = find(bundles, [index, 'products', at], slug);
      if (product !== null && (legalProfiles[product.kind].is_price_bound || product.kind === 'voucher')) {
        const problem = `a ${product.kind} cannot be part of an offer (decisions §3)`;
        blame(bundles, [index, 'products', at], problem, 'take it out');
      }
      return product;
    });
    const regular = parts.reduce((sum, product) => sum + (product === null ? 0 : priceOf(product)), 0);
    if (parts.every((product) => product !== null) && bundle.price_cents >= regular) {
      blame(bundles, [index, 'price_cents'], `is not below the ${regular} cents of its parts`, 'lower it');
    }
  });
}

function checkDemo({ demo, products }: Sources, blame: Blame, find: Find): void {
  demo.value.learners.forEach((learner, index) => {
    const owned = learner.courses.map((slug, at) =>
      find(demo, ['learners', index, 'courses', at], slug, 'course'),
    );
    const lengths = new Map(
      products
        .filter((product) => product.kind === 'course' && owned.includes(product))
        .flatMap((product) => (product.kind === 'course' ? product.value.parts : []))
        .flatMap((part) => part.lessons)
        .map((lesson) => [lesson.id, lesson.length_seconds]),
    );
    learner.watched.forEach((watched, at) => {
      const path = ['learners', index, 'watched', at];
      const length = lengths.get(watched.lesson);
      if (length === undefined) {
        const problem = `no lesson of the learner's courses is called "${watched.lesson}"`;
        blame(demo, [...path, 'lesson'], problem, 'name a lesson of a course the learner owns');
      } else if (watched.position_seconds > length) {
        blame(demo, [...path, 'position_seconds'], `lies behind the lesson's ${length} seconds`, 'lower it');
      }
    });
  });
}

function checkCampaigns({ campaigns, coupons, marketing }: Sources, blame: Blame, find: Find): void {
  const slugs = new Set<string>();
  campaigns.value.forEach((page, index) => {
    if (slugs.has(page.slug))
      blame(campaigns, [index, 'slug'], `the slug "${page.slug}" stands twice`, 'choose another slug');
    slugs.add(page.slug);
    for (const [at, slug] of page.products.entries()) find(campaigns, [index, 'products', at], slug);
    const { coupon, giveaway } = page;
    if (coupon !== undefined && !coupons.value.some((one) => one.codes.includes(coupon)))
      blame(campaigns, [index, 'coupon'], `no coupon has the code "${coupon}"`, 'add it to coupons.yaml');
    if (giveaway !== undefined && !marketing.giveaways.some((one) => one.key === giveaway))
      blame(
        campaigns,
        [index, 'giveaway'],
        `no giveaway is called "${giveaway}"`,
        'add it to giveaways.yaml',
      );
  });
}
