import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { withoutHyphens } from '#core/rules/coupons/discounts.ts';
import type { CatalogueSources, RecordSources, SourceProduct } from './catalogue-sources.ts';
import { checkClaims, checkTextClaims } from './check-claims.ts';
import { checkListedOnce, checkTexts, pictureCheck } from './check-texts.ts';
import { priceOf } from './compose-products.ts';
import { namedCoupons } from './compose-texts.ts';
import { type ContentFault, fieldName } from './read-files.ts';
import type { Find, ReportFault, Sources } from './source-files.ts';

/** Checks references between files, pictures, and that slugs, positions, lesson ids and codes are unique. */
export function checkReferences(sources: Sources): readonly ContentFault[] {
  const faults: ContentFault[] = [];
  const report = reportTo(faults);
  const find = finderOf(sources, report);
  checkUnique(sources, report);
  checkOwnPictures(sources, report);
  checkCategories(sources, report);
  checkProducts(sources, report, find);
  checkAustria(sources, report);
  checkTexts(sources, report, find);
  checkWorksheets(sources, report);
  checkMarketing(sources, report, find);
  checkClaims(sources, report);
  return faults;
}

/** Checks records of the catalogue against each other, as `checkReferences` does for files. */
export function checkCatalogue(sources: CatalogueSources): readonly ContentFault[] {
  const faults: ContentFault[] = [];
  const report = reportTo(faults);
  checkUnique(sources, report);
  checkOwnPictures(sources, report);
  checkCategories(sources, report);
  const find = finderOf(sources, report);
  checkProducts(sources, report, find);
  checkBundleParts(sources, report, find);
  return faults;
}

/** Checks the prices of offers, as `checkReferences` does for files. */
export function checkOffers(sources: CatalogueSources): readonly ContentFault[] {
  const faults: ContentFault[] = [];
  checkBundlePrices(sources, reportTo(faults));
  return faults;
}

/** Checks records of texts against each other and against the catalogue, as `checkReferences` does for files. */
export function checkTextRecords(sources: RecordSources): readonly ContentFault[] {
  const faults: ContentFault[] = [];
  const report = reportTo(faults);
  const find = finderOf(sources, report);
  checkTexts(sources, report, find);
  checkCampaigns(sources, report, find);
  checkTextClaims(sources, report);
  return faults;
}

function reportTo(faults: ContentFault[]): ReportFault {
  return (at, path, problem, cure, cause) => {
    const place = { file: at.file, field: fieldName(path), line: at.lineOf(path) };
    faults.push({ ...place, problem, cure, ...(cause && { cause }) });
  };
}

/** Returns a function that finds products by slug and reports missing ones. */
function finderOf({ products }: Pick<Sources, 'products'>, report: ReportFault): Find {
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  return (at, path, slug, kind) => {
    const product = bySlug.get(slug);
    if (product !== undefined && (kind === undefined || product.kind === kind)) return product;
    const wanted = kind === undefined ? 'product' : kind.replace('_', ' ');
    const known = [...bySlug.values()].filter((one) => kind === undefined || one.kind === kind);
    report(
      at,
      path,
      `no ${wanted} is called "${slug}"`,
      `name one of: ${known.map((one) => one.slug).join(', ')}`,
    );
    return null;
  };
}

function checkUnique({ products }: CatalogueSources, report: ReportFault): void {
  const slugs = new Map<string, string>();
  const places = new Map<string, string>();
  const lessons = new Map<string, string>();
  for (const product of products) {
    const { file, slug, kind, value } = product;
    claim(slugs, slug, file, () =>
      report(product, [], `its slug is taken by ${slugs.get(slug)}`, 'rename one of the two files', {
        code: 'taken',
      }),
    );
    const place = `${kind} ${value.position}`;
    claim(places, place, file, () =>
      report(
        product,
        ['position'],
        `the place is taken by ${places.get(place)}`,
        'number them without repeats',
        { code: 'taken' },
      ),
    );
    if (product.kind !== 'course') continue;
    product.value.parts.forEach((part, partIndex) => {
      part.lessons.forEach(({ id }, index) => {
        claim(lessons, id, file, () =>
          report(
            product,
            ['parts', partIndex, 'lessons', index, 'id'],
            `the lesson id "${id}" is taken in ${lessons.get(id)}`,
            'choose another id',
            { code: 'taken' },
          ),
        );
      });
    });
  }
}

/** Registers a key for a file; calls `complain` when another file has it. */
function claim(taken: Map<string, string>, key: string, file: string, complain: () => void): void {
  if (taken.has(key)) complain();
  else taken.set(key, file);
}

function checkOwnPictures(
  { products, masters, pictures }: Pick<Sources, 'products' | 'masters' | 'pictures'>,
  report: ReportFault,
): void {
  const check = pictureCheck(pictures, report);
  for (const one of [...products, ...masters]) check(one, ['picture'], one.value.picture);
}

/** Checks that groups, and categories of courses and of other products, differ in their identifiers. */
function checkCategories({ categories }: CatalogueSources, report: ReportFault): void {
  const { groups, kinds } = categories.value;
  const groupKeys = groups.map(({ identifier }, at) => [identifier, ['groups', at, 'identifier']] as const);
  const disciplineKeys = groups.flatMap(({ disciplines }, group) =>
    disciplines.map(({ identifier }, at) => {
      const path = ['groups', group, 'disciplines', at, 'identifier'];
      return [identifier, path] as const;
    }),
  );
  const kindKeys = Object.entries(kinds).map(
    ([kind, { identifier }]) => [identifier, ['kinds', kind, 'identifier']] as const,
  );
  checkListedOnce(categories, groupKeys, report);
  checkListedOnce(categories, [...disciplineKeys, ...kindKeys], report);
}

function checkProducts(
  { products, masters, categories }: CatalogueSources,
  report: ReportFault,
  find: Find,
): void {
  const known = new Set(masters.map((master) => master.slug));
  const disciplines = new Set(
    categories.value.groups.flatMap((group) => group.disciplines.map((one) => one.identifier)),
  );
  for (const product of products) {
    if ((product.kind === 'course' || product.kind === 'book') && !known.has(product.value.master)) {
      const cure = `write masters/${product.value.master}.yaml or name another master`;
      report(product, ['master'], `no master is called "${product.value.master}"`, cure);
    }
    if (product.kind === 'course') {
      if (!disciplines.has(product.value.discipline)) {
        const cure = `add it to categories.yaml or name one of: ${[...disciplines].join(', ')}`;
        report(product, ['discipline'], `no discipline is called "${product.value.discipline}"`, cure);
      }
      checkChapters(product, report);
      if (product.value.parts[0]?.lessons[0]?.is_free !== true) {
        const place = ['parts', 0, 'lessons', 0, 'is_free'];
        report(product, place, 'the first lesson is not free', 'write is_free: true', { code: 'not_free' });
      }
    }
    if (product.kind === 'book') {
      for (const [index, slug] of product.value.courses.entries()) {
        find(product, ['courses', index], slug, 'course');
      }
      const { price_cents, austria_minimum_cents: lowest } = product.value;
      if (lowest !== undefined && price_cents < lowest) {
        const cure = 'raise it: one price holds in all countries';
        report(product, ['price_cents'], `is below the ${lowest} cents asked in Austria`, cure, {
          code: 'too_small',
          limit: lowest,
        });
      }
    }
    const gives = product.kind === 'gift' || product.kind === 'gift_box' ? product.value.gives : undefined;
    if (gives?.kind === 'course') find(product, ['gives', 'course'], gives.course, 'course');
    if (gives?.kind === 'membership') find(product, ['gives', 'membership'], gives.membership, 'membership');
  }
}

/**
 * Requires the publisher's recommended minimum price in Austria for German books delivered there. Without it, the
 * minimum would be the German price with Austrian VAT, which is above the German price
 * (docs/behaviour/coupons.md#book-prices-in-austria).
 */
function checkAustria(sources: Pick<Sources, 'products' | 'shop'>, report: ReportFault): void {
  for (const product of findBooksWithoutAustria(sources)) {
    const cure = 'ask the publisher for the price recommended there, or take AT out of delivery_countries';
    report(product, ['austria_minimum_cents'], 'is missing, and the shop delivers to Austria', cure, {
      code: 'missing',
    });
  }
}

/** Returns the German books without a minimum price in Austria, if the shop delivers there. */
export function findBooksWithoutAustria({
  products,
  shop,
}: Pick<Sources, 'products' | 'shop'>): readonly SourceProduct[] {
  if (!shop.value.delivery_countries.includes('AT')) return [];
  return products.filter(
    (one) =>
      one.kind === 'book' && one.value.language === 'de' && one.value.austria_minimum_cents === undefined,
  );
}

/** Checks that chapters begin at 0 and ascend; `checkFilms` checks that they begin before the film ends. */
function checkChapters(
  course: Extract<SourceProduct, { readonly kind: 'course' }>,
  report: ReportFault,
): void {
  for (const [partIndex, { lessons }] of course.value.parts.entries()) {
    for (const [lessonIndex, { chapters }] of lessons.entries()) {
      for (const [index, { at }] of chapters.entries()) {
        const path = ['parts', partIndex, 'lessons', lessonIndex, 'chapters', index, 'at'];
        const before = chapters[index - 1];
        if (before === undefined && at !== 0)
          report(course, path, 'the first chapter does not begin at 0', 'write at: 0', { code: 'order' });
        if (before !== undefined && at <= before.at)
          report(course, path, `it begins at ${at}, the one before at ${before.at}`, 'put them in order', {
            code: 'order',
          });
      }
    }
  }
}

/** Checks that each worksheet is named after a lesson. */
function checkWorksheets({ products, worksheets }: Sources, report: ReportFault): void {
  const lessons = new Set(
    products.flatMap((one) =>
      one.kind === 'course' ? one.value.parts.flatMap((part) => part.lessons.map(({ id }) => id)) : [],
    ),
  );
  for (const name of Object.keys(worksheets)) {
    if (lessons.has(name)) continue;
    const at = { file: `worksheets/${name}.de.md`, value: null, lineOf: () => null };
    report(at, [], 'no lesson has this name', 'name it after the id of a lesson, in both languages');
  }
}

/** Checks coupons, codes, bundle offers and demo learners against the catalogue. */
function checkMarketing(sources: Sources, report: ReportFault, find: Find): void {
  checkCoupons(sources, report, find);
  checkBundleParts(sources, report, find);
  checkBundlePrices(sources, report);
  checkDemo(sources, report, find);
  checkCampaigns({ ...sources, coupons: namedCoupons(sources) }, report, find);
}

function checkCoupons({ coupons, codes }: Sources, report: ReportFault, find: Find): void {
  const taken = new Set<string>();
  const ids = new Set<string>();
  const take = (at: typeof coupons | typeof codes, path: readonly PropertyKey[], code: string) => {
    const plain = withoutHyphens(code);
    if (taken.has(plain)) report(at, path, `the code "${code}" stands twice`, 'choose another code');
    taken.add(plain);
  };
  coupons.value.forEach((coupon, index) => {
    if (ids.has(coupon.id))
      report(coupons, [index, 'id'], `the id "${coupon.id}" stands twice`, 'choose another id');
    ids.add(coupon.id);
    for (const [at, code] of coupon.codes.entries()) take(coupons, [index, 'codes', at], code);
    for (const [at, slug] of (coupon.products ?? []).entries()) find(coupons, [index, 'products', at], slug);
    if (
      coupon.valid_from &&
      coupon.valid_until &&
      Date.parse(coupon.valid_from) >= Date.parse(coupon.valid_until)
    ) {
      report(coupons, [index, 'valid_until'], 'ends before it begins', 'put it after valid_from');
    }
    if (coupon.kind !== 'free_product') return;
    const product = find(coupons, [index, 'product'], coupon.product);
    if (product !== null && legalProfiles[product.kind].is_fixed_price) {
      report(coupons, [index, 'product'], 'a fixed-price book cannot be given away', 'name another product');
    }
  });
  codes.value.forEach((one, index) => {
    take(codes, [index, 'code'], one.code);
    if (one.kind === 'course') find(codes, [index, 'course'], one.course, 'course');
    if (one.kind === 'membership') find(codes, [index, 'membership'], one.membership, 'membership');
  });
}

/** Checks that offers name only products that may be part of one. */
function checkBundleParts({ bundles }: CatalogueSources, report: ReportFault, find: Find): void {
  for (const bundle of bundles) {
    for (const [at, slug] of bundle.value.products.entries()) {
      const product = find(bundle, ['products', at], slug);
      if (product === null || !isNeverOffered(product)) continue;
      report(bundle, ['products', at], `a ${product.kind} cannot be part of an offer`, 'take it out');
    }
  }
}

/** Returns whether a product cannot be part of an offer: books have fixed prices, vouchers are money. */
export function isNeverOffered({ kind }: Pick<SourceProduct, 'kind'>): boolean {
  return legalProfiles[kind].is_fixed_price || kind === 'voucher';
}

/**
 * Checks that an offer costs less than its parts. A part that became cheaper later only ends the offer
 * (docs/behaviour/coupons.md#bundle-offer), so between records this is not a contradiction.
 */
function checkBundlePrices({ bundles, products }: CatalogueSources, report: ReportFault): void {
  for (const bundle of bundles) {
    const parts = bundle.value.products.map((slug) => products.find((product) => product.slug === slug));
    const known = parts.filter((product) => product !== undefined);
    const regular = known.reduce((sum, product) => sum + priceOf(product), 0);
    if (known.length < parts.length || bundle.value.price_cents < regular) continue;
    const problem = `is not below the ${regular} cents of its parts`;
    report(bundle, ['price_cents'], problem, 'lower it', { code: 'not_cheaper' });
  }
}

function checkDemo({ demo, products }: Sources, report: ReportFault, find: Find): void {
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
        report(demo, [...path, 'lesson'], problem, 'name a lesson of a course the learner owns');
      } else if (watched.position_seconds > length) {
        report(demo, [...path, 'position_seconds'], `lies behind the lesson's ${length} seconds`, 'lower it');
      }
    });
  });
}

function checkCampaigns(
  { campaigns, giveaways, coupons }: Pick<RecordSources, 'campaigns' | 'giveaways' | 'coupons'>,
  report: ReportFault,
  find: Find,
): void {
  for (const page of campaigns) {
    const { coupon, giveaway, products } = page.value;
    for (const [at, slug] of products.entries()) find(page, ['products', at], slug);
    if (coupon !== undefined && !coupons.some(({ codes }) => codes.includes(coupon)))
      report(page, ['coupon'], `no coupon has the code "${coupon}"`, 'add it to coupons.yaml');
    if (giveaway !== undefined && !giveaways.some(({ slug }) => slug === giveaway))
      report(
        page,
        ['giveaway'],
        `no giveaway is called "${giveaway}"`,
        `write giveaways/${giveaway}.yaml or name another giveaway`,
      );
  }
}
