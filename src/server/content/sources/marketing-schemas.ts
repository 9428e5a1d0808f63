import { z } from 'zod';
import { campaignSegments } from '#core/model/campaign-segments.ts';
import { normaliseLines } from '#core/model/typed-text.ts';
import { line, localized, localizedLine, localizedLines } from './localized.ts';
import { position, slug } from './product-schemas.ts';

/** A path of this site without the locale; a final `/*` matches everything below. */
const pathPattern = z.string().regex(/^\/([a-z0-9-]+(\/[a-z0-9-]+)*(\/\*)?)?$/);

const period = { from: z.iso.date(), until: z.iso.date() };

/** `content/advantages.yaml`: advantages of the shop. */
export const advantagesFile = z.array(
  z.strictObject({ key: slug, icon: line, title: localizedLine, text: localizedLine }),
);

/** `content/conversations.yaml`: conversations with masters, to read on `/tv`. */
export const conversationsFile = z.array(
  z.strictObject({
    key: slug,
    /** Slug of the master's course. */
    course: slug,
    title: localizedLine,
    lines: z.array(z.strictObject({ question: localizedLine, answer: localizedLine })).min(1),
  }),
);

/** `content/newsletter-widget.yaml`: the newsletter form on pages. */
export const newsletterWidgetFile = z.strictObject({
  is_active: z.boolean(),
  title: localizedLine,
  text: localizedLine,
  button: localizedLine,
  /** The consent text beside the checkbox; stored as proof. */
  consent: localizedLine,
});

/** `content/popups/<key>.yaml`: a popup on selected pages. */
export const popupFile = z.strictObject({
  paths: z.array(pathPattern).min(1),
  ...period,
  title: localizedLine,
  /** HTML, sanitised before it is stored. */
  text: localizedLine,
  link: z.strictObject({ path: z.string().regex(/^\/(?![/\\])/), label: localizedLine }).optional(),
});

/** `content/giveaways/<key>.yaml`: a giveaway that people can enter; `until` is the last day. */
export const giveawayFile = z.strictObject({ title: localizedLine, ...period });

/**
 * `content/campaigns/<slug>.yaml`: a landing page under `/specials/<slug>` or `/angebote/<slug>`, with products and
 * their coupon, or a giveaway. Promises may contain `{{price}}`, `{{reference}}` and `{{percent}}`, filled from the
 * price ledger; a promise that cannot be filled is left out.
 */
export const campaignFile = z
  .strictObject({
    place: z.enum(campaignSegments),
    /** Place in lists of campaigns, from 1. */
    position,
    title: localizedLine,
    lead: localizedLine,
    picture: slug,
    picture_alt: localizedLine,
    promises: localizedLines(2),
    text: localizedLines(1),
    conditions: localizedLines(1),
    /** Slugs of the products added to the cart. */
    products: z.array(slug).default([]),
    coupon: line.optional(),
    giveaway: slug.optional(),
    seo: z.strictObject({
      title: localized(line.max(60)),
      description: localized(line.max(170)),
    }),
  })
  .refine((one) => (one.coupon === undefined) !== (one.giveaway === undefined), {
    message: 'wants either a coupon or a giveaway',
    params: { code: 'either' },
    path: ['coupon'],
  })
  .refine((one) => (one.coupon === undefined) === (one.products.length === 0), {
    message: 'products and coupon belong together',
    params: { code: 'either' },
    path: ['products'],
  });

/** `content/other-amounts.yaml`: amounts in texts that are not prices of the shop, quoted as in the text. */
export const otherAmountsFile = z.array(z.strictObject({ file: line, words: line, reason: line }));

/** Front matter of `content/blog/<slug>.md`. Posts are German. */
export const postHead = z.strictObject({
  title: line,
  lead: line,
  /** Category, for example "Aus der Werkstatt". */
  topic: line,
  published_on: z.iso.date(),
  picture: slug,
  picture_alt: line,
  /** Slugs of related courses. */
  courses: z.array(slug).min(1),
  seo: z.strictObject({ title: line.max(70), description: line.max(170), keywords: z.array(line).min(3) }),
});

/** Markdown in the subset of `renderMarkdown`. */
const markdown = z.string().overwrite(normaliseLines).min(1).meta({ format: 'markdown' });

/** A post as a record: the front matter of its file, and the text below it. */
export const postFile = z.strictObject({ ...postHead.shape, text: markdown });

/** Legal pages linked from the checkout, by path. */
export const legalNames = [
  'agbs',
  'widerrufsbelehrung',
  'datenschutz',
  'impressum',
  'faqs',
  'barrierefreiheit',
] as const;

/** Front matter of `content/legal/<name>.<locale>.md`. `version` is stored with every order. */
export const legalHead = z.strictObject({
  title: line,
  version: z.iso.date(),
  seo_description: line.max(170),
});

/** A legal page as a record: front matter and texts of its files. `version` is its first day. */
export const legalFile = z.strictObject({
  version: z.iso.date(),
  title: localizedLine,
  seo_description: localized(line.max(170)),
  /** May contain placeholders such as `{{company.name}}`, filled from `shop.yaml`. */
  text: localized(markdown),
});
