import { z } from 'zod';
import { normaliseEmail } from '#core/model/email-address.ts';
import { productKinds } from '#core/model/product.ts';
import { emailAddress, line, localized, localizedLine, localizedLines } from './localized.ts';
import { priceCents, slug } from './product-schemas.ts';

const webAddress = z.url({ protocol: /^https?$/ });

/** A name before an address in a mail header; other characters would end it or begin another address. */
const senderName = line.regex(/^[^<>()[\]:;@\\",]*$/);

/** ISO 3166-1 alpha-2. */
const country = z.string().regex(/^[A-Z]{2}$/);

/** A data processor (GDPR) and its location. */
const processor = z.strictObject({ name: line, place: localizedLine });

/** `content/shop.yaml`: brand, operator and settings. */
export const shopFile = z.strictObject({
  brand: z.strictObject({
    name: line,
    claim: localizedLine,
    description: localizedLine,
    /** Picture for shared links to pages without their own. */
    share_picture: slug,
  }),
  company: z.strictObject({
    name: line,
    street: line,
    postal_code: line,
    city: line,
    country,
    phone: line,
    email: emailAddress,
    website: webAddress,
    managing_directors: z.array(line).min(1),
    register_court: line,
    register_number: line,
    vat_id: line,
    responsible_for_content: line,
    supervisory_note: localizedLine,
  }),
  support: z.strictObject({ email: emailAddress, hours: localizedLine }),
  /** Processors that the privacy page names. */
  processors: z.strictObject({ hosting: processor, mail: processor }),
  /** Sender of mails. */
  mail: z.strictObject({ from_name: senderName, from_email: emailAddress.overwrite(normaliseEmail) }),
  social: z.array(z.strictObject({ name: line, url: webAddress })),
  delivery_countries: z.array(country).min(1),
  /** Delivery time of goods for all countries, where the address is not known. */
  delivery_time: localizedLine,
  /** Delivery time by country, where the address is known. */
  delivery_times: z.record(country, localizedLine).default({}),
  /**
   * Delivery time in working days from payment to arrival, to name delivery dates to shoppers; without it no dates are
   * named.
   */
  delivery_days: z
    .record(
      country,
      z
        .strictObject({ first: z.int().min(1).max(60), last: z.int().min(1).max(60) })
        .refine(({ first, last }) => first <= last, {
          message: 'write the first day before the last',
          params: { code: 'backwards' },
        }),
    )
    .default({}),
  /**
   * Picture of the EU's official notice on the legal guarantee, per language; without it, the shop's own wording is
   * shown.
   */
  guarantee_notice: z.strictObject({ de: slug, en: slug }).optional(),
  /** First day on which VAT is due in the customer's country (one-stop shop, OSS); null below its threshold. */
  vat: z.strictObject({ oss_from: z.nullable(z.iso.date()).default(null) }).default({ oss_from: null }),
  /** The featured master on the home page. */
  opening: z.strictObject({
    course: slug,
    picture: slug,
    picture_on_phones: slug,
    title: localizedLine,
    lead: localizedLine,
  }),
  seo: z.strictObject({
    title: localized(line.max(70)),
    description: localized(line.max(170)),
    keywords: localizedLines(3),
  }),
});

const category = z.strictObject({ identifier: slug, title: localizedLine });

/** `content/categories.yaml`: groups of disciplines for courses, and one category per other kind. */
export const categoriesFile = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        ...category.shape,
        description: localizedLine,
        disciplines: z.array(category).min(1),
      }),
    )
    .min(1),
  kinds: z.strictObject({
    book: category,
    gift: category,
    voucher: category,
    gift_box: category,
    membership: category,
    subscription: category,
  }),
});

/** `content/masters/<slug>.yaml` */
export const masterFile = z.strictObject({
  firstname: line,
  lastname: line,
  /** Years as shown, for example "1471 bis 1528". */
  lived: localizedLine,
  origin: localizedLine,
  profession: localizedLine,
  picture: slug,
  picture_alt: localizedLine,
  /** A summary in the shop's own words; not a quotation. */
  motto: localizedLine,
  biography: localizedLines(2),
  seo: z.strictObject({
    title: localized(line.max(70)),
    description: localized(line.max(170)),
    keywords: localizedLines(3),
  }),
});

/** Publicly known demo data: never loaded in live mode. */
const isDemo = z.boolean().default(false);
const couponCode = z.string().regex(/^[A-Z0-9-]{3,40}$/);
const instant = z.iso.datetime({ offset: true });

const couponCommon = {
  id: slug,
  /** Several codes of one coupon share its limits. */
  codes: z.array(couponCode).min(1),
  title: localizedLine,
  valid_from: instant.optional(),
  valid_until: instant.optional(),
  limit_total: z.int().positive().max(1_000_000).optional(),
  limit_per_user: z.int().positive().max(1_000_000).optional(),
  minimum_subtotal_cents: priceCents.optional(),
  /** Slugs of the products it is limited to. */
  products: z.array(slug).min(1).optional(),
  kinds: z.array(z.enum(productKinds)).min(1).optional(),
  campaign: slug.optional(),
  /** Only for customers who have bought nothing before. */
  first_purchase_only: z.boolean().default(false),
  /** Advertised publicly other than on a campaign page, which makes its coupon public anyway. */
  is_public: z.boolean().default(false),
  is_demo: isDemo,
};

/** `content/coupons.yaml` */
export const couponsFile = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({ ...couponCommon, kind: z.literal('percent'), percent: z.int().min(1).max(100) }),
    z.strictObject({ ...couponCommon, kind: z.literal('fixed'), amount_cents: priceCents }),
    z.strictObject({ ...couponCommon, kind: z.literal('free_shipping') }),
    z.strictObject({ ...couponCommon, kind: z.literal('free_product'), product: slug }),
  ]),
);

const codeCommon = { code: couponCode, is_demo: isDemo };

/** `content/codes.yaml`: redeemable codes that are not sold. */
export const codesFile = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({ ...codeCommon, kind: z.literal('course'), course: slug }),
    z.strictObject({ ...codeCommon, kind: z.literal('membership'), membership: slug }),
    z.strictObject({ ...codeCommon, kind: z.literal('voucher'), amount_cents: priceCents }),
  ]),
);

/** `content/bundles/<id>.yaml`: products sold together at a lower price, one of each; never fixed-price books. */
export const bundleFile = z.strictObject({
  title: localizedLine,
  description: localizedLine,
  products: z.array(slug).min(2),
  price_cents: priceCents,
});

/** `content/greenbar.yaml`: the announcement bar. The text is HTML, sanitised before it is stored. */
export const greenbarFile = z.strictObject({
  is_active: z.boolean(),
  /** First and last day on which it is shown; without them there is no limit. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
  text: localizedLine,
  /** Path on this site, with the locale. */
  url: z.strictObject({ de: z.string().regex(/^\/de(\/|$)/), en: z.string().regex(/^\/en(\/|$)/) }),
});

/** `content/demo.yaml`: loaded in demo mode only. */
export const demoFile = z.strictObject({
  learners: z.array(
    z.strictObject({
      email: emailAddress.overwrite(normaliseEmail),
      password: z.string().min(8).max(128),
      firstname: line,
      lastname: line,
      preferred_language: z.enum(['de', 'en']),
      courses: z.array(slug),
      watched: z.array(
        z.strictObject({
          lesson: slug,
          position_seconds: z.int().nonnegative(),
          is_finished: z.boolean(),
          /** Days before the time of loading. */
          days_ago: z.int().nonnegative(),
        }),
      ),
    }),
  ),
});
