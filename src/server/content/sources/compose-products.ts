import { type Locale, locales } from '#core/model/values.ts';
import { courseFacets } from '#core/rules/catalogue/facets.ts';
import { trailerName } from '#core/rules/catalogue/trailers.ts';
import { quantityLimit } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { CodeContent, ProductDetails, ProductTexts } from '#server/catalogue/stored-product.ts';
import { type CatalogueSources, productId, type SourceProduct } from './catalogue-sources.ts';
import type { ContentBundle, ContentMaster, ContentProduct } from './content-shapes.ts';
import { type InLocale, inLocale } from './localized.ts';
import type { CourseFile } from './product-schemas.ts';

/** Converts valid sources into products as the database stores them, sorted by kind and position. */
export function composeProducts({ products, categories, trailers }: CatalogueSources): ContentProduct[] {
  return products
    .map((product) => composeProduct(product, products, { categories: categories.value, trailers }))
    .sort((one, other) => one.kind.localeCompare(other.kind) || one.position - other.position);
}

/** Converts the files of masters into masters as the database stores them. */
export function composeMasters({ masters }: Pick<CatalogueSources, 'masters'>): ContentMaster[] {
  return masters.map(({ slug, value }) => {
    const { firstname, lastname, picture, ...texts } = value;
    return {
      slug,
      firstname,
      lastname,
      picture,
      texts: { de: inLocale(texts, 'de'), en: inLocale(texts, 'en') },
    };
  });
}

/** Converts bundle offers: slugs of products become ids. References must be checked before. */
export function composeBundles({
  bundles,
  products,
}: Pick<CatalogueSources, 'bundles' | 'products'>): ContentBundle[] {
  const idOf = productIds(products);
  return bundles.map(({ slug, value }) => ({
    id: slug,
    titles: value.title,
    descriptions: value.description,
    product_ids: value.products.map(idOf),
    price_cents: value.price_cents,
  }));
}

/** Returns a function that maps slugs to product ids. References are checked before, so an unknown slug is a bug. */
export function productIds(products: readonly SourceProduct[]) {
  const ids = new Map(products.map((product) => [product.slug, productId(product)]));
  return (slug: string): string => {
    const id = ids.get(slug);
    if (id === undefined) throw new Error(`No product has the slug ${slug}; references were not checked`);
    return id;
  };
}

type Categories = CatalogueSources['categories']['value'];

function composeProduct(
  product: SourceProduct,
  products: readonly SourceProduct[],
  { categories, trailers }: Pick<CatalogueSources, 'trailers'> & { readonly categories: Categories },
): ContentProduct {
  const { value } = product;
  const place = placeOf(product, categories);
  const texts = Object.fromEntries(
    locales.map((locale) => [locale, composeTexts(product, place, locale)]),
  ) as Record<Locale, ProductTexts>;
  const details = composeDetails(product, products);
  return {
    id: productId(product),
    kind: product.kind,
    slug: product.slug,
    position: value.position,
    price_cents: priceOf(product),
    monthly_price_cents: 'monthly_price_cents' in value ? value.monthly_price_cents : null,
    stock: 'stock' in value ? value.stock : null,
    max_per_order: quantityLimit(product.kind, ownLimit(product)),
    no_bank_transfer: value.no_bank_transfer,
    picture: value.picture,
    master: 'master' in value ? value.master : null,
    category: place.category.identifier,
    group: place.group?.identifier ?? null,
    texts,
    trailer:
      product.kind === 'course'
        ? (trailers.find(({ name }) => name === trailerName(product.slug)) ?? null)
        : null,
    facets:
      product.kind === 'course' && details.kind === 'course' && place.group !== null
        ? courseFacets({
            group: place.group.identifier,
            discipline: place.category.identifier,
            level: product.value.experience,
            length: details.length_seconds,
            languages: product.value.languages,
            price: product.value.price_cents,
            published_on: product.value.published_on ?? null,
          })
        : [],
    published_on: product.kind === 'course' ? (product.value.published_on ?? null) : null,
    details,
  };
}

/** Returns the unit price in cents: the amount of one charge. */
export function priceOf(product: SourceProduct): number {
  return product.kind === 'subscription' ? product.value.monthly_price_cents : product.value.price_cents;
}

function ownLimit(product: SourceProduct): number | null {
  return product.kind === 'gift_box' ? (product.value.max_per_order ?? null) : null;
}

interface Place {
  readonly category: { readonly identifier: string; readonly title: Record<Locale, string> };
  readonly group: { readonly identifier: string; readonly title: Record<Locale, string> } | null;
}

function placeOf(product: SourceProduct, categories: Categories): Place {
  if (product.kind !== 'course') return { category: categories.kinds[product.kind], group: null };
  for (const group of categories.groups) {
    const category = group.disciplines.find((one) => one.identifier === product.value.discipline);
    if (category !== undefined) return { category, group };
  }
  throw new Error(`No discipline is called ${product.value.discipline}; references were not checked`);
}

function composeTexts(product: SourceProduct, place: Place, locale: Locale): ProductTexts {
  const value = inLocale(product.value, locale);
  return {
    title: value.title,
    subtitle: value.subtitle,
    picture_alt: value.picture_alt,
    lead: value.lead,
    description: value.description,
    category_title: place.category.title[locale],
    group_title: place.group?.title[locale] ?? null,
    seo: value.seo,
    level: 'level' in value ? value.level : null,
    material: 'material' in value ? value.material : null,
    format: 'format' in value ? value.format : null,
    goals: 'goals' in value ? value.goals : [],
    parts: 'parts' in value ? value.parts.map(toPartTexts) : [],
    questions: 'questions' in value ? value.questions : [],
    contents: 'contents' in value ? value.contents : [],
  };
}

/** Removes chapters, which only the player needs, from the texts of course pages. */
function toPartTexts({ title, lessons }: InLocale<CourseFile['parts'][number]>) {
  return { title, lessons: lessons.map(({ chapters: _, ...lesson }) => lesson) };
}

function composeDetails(product: SourceProduct, products: readonly SourceProduct[]): ProductDetails {
  const idOf = productIds(products);
  switch (product.kind) {
    case 'course':
      return {
        kind: 'course',
        ...composeLessons(product.value),
        companions: booksOf(product.slug, products),
        gift: giftOf(product.slug, products),
      };
    case 'book': {
      const { isbn, pages, weight_grams, language, manufacturer, warnings, courses } = product.value;
      return {
        kind: 'book',
        isbn,
        pages,
        weight_grams,
        language,
        manufacturer,
        warnings: warnings ?? null,
        companions: courses.map(idOf),
      };
    }
    case 'gift':
      return { kind: 'gift', gives: codeContent(product.value.gives, idOf) };
    case 'voucher':
      return { kind: 'voucher', value_cents: product.value.price_cents };
    case 'gift_box': {
      const { weight_grams, manufacturer, warnings, gives } = product.value;
      return {
        kind: 'gift_box',
        weight_grams,
        manufacturer,
        warnings: warnings ?? null,
        gives: gives === undefined ? null : codeContent(gives, idOf),
      };
    }
    default:
      return { kind: product.kind };
  }
}

function composeLessons({ parts }: CourseFile) {
  const lessons = parts.flatMap((part, index) =>
    part.lessons.map(({ id, length_seconds, is_free, chapters }) => ({
      id,
      part: index,
      length_seconds,
      is_free,
      chapters,
    })),
  );
  return { lessons, length_seconds: lessons.reduce((sum, lesson) => sum + lesson.length_seconds, 0) };
}

function booksOf(course: string, products: readonly SourceProduct[]): string[] {
  return products
    .filter((product) => product.kind === 'book' && product.value.courses.includes(course))
    .map(productId);
}

function giftOf(course: string, products: readonly SourceProduct[]): string | null {
  const gift = products.find(
    ({ kind, value }) => kind === 'gift' && value.gives.kind === 'course' && value.gives.course === course,
  );
  return gift?.slug ?? null;
}

/** Converts the slug in a code's content to a product id. */
export function codeContent(
  content: { kind: 'course'; course: string } | { kind: 'membership'; membership: string },
  idOf: (slug: string) => string,
): CodeContent {
  return content.kind === 'course'
    ? { kind: 'course', product_id: idOf(content.course) }
    : { kind: 'membership', product_id: idOf(content.membership) };
}
