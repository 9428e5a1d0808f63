import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { cents, email, identifier } from './primitives.ts';
import { productCard } from './product.ts';
import { campaignPlaces } from './values.ts';

/** The announcement bar; `text` is HTML that the server has sanitised. */
export const announcement = z.object({
  is_active: z.boolean(),
  properties: z.object({ text: z.string(), url: z.string() }),
});

export type Announcement = Infer<typeof announcement>;

/** A legal page as HTML made from its content file, with the version that orders refer to. */
export const contentPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  html: z.string(),
  version: z.string(),
});

export type ContentPage = Infer<typeof contentPage>;

/** Brand, company and social links from the one configuration file. */
export const shopFacts = z.object({
  name: z.string(),
  claim: z.string(),
  company: z.string(),
  delivery_countries: z.array(z.string()),
  /** How orders can be paid; `wallets` stands for PayPal, Google Pay and Apple Pay where the device has them. */
  payment_methods: z.array(z.enum(['card', 'wallets', 'bank_transfer', 'credit'])),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Whether the sandbox payment provider and its test cards are in use. */
  is_demo: z.boolean(),
  /** How long the delivery of goods takes, for example "2 bis 4 Werktage". */
  delivery_time: z.string(),
  /** The top of the home page: a course's slug and a drawing (16:9), with its middle for phones. */
  opening: z.object({
    course: z.string(),
    picture: z.string(),
    picture_on_phones: z.string(),
    title: z.string(),
    lead: z.string(),
  }),
  /** Title, description and keywords of the home page. */
  seo: z.object({ title: z.string(), description: z.string(), keywords: z.array(z.string()) }),
  /** Picture shown when a page without its own is shared. */
  share_picture: z.string(),
});

export type ShopFacts = Infer<typeof shopFacts>;

/** The box that offers the newsletter; `text` is HTML that the server has sanitised. */
export const newsletterWidget = z.object({
  is_active: z.boolean(),
  title: z.string(),
  text: z.string(),
  button: z.string(),
  /** The sentence that somebody agrees to. */
  consent: z.string(),
});

export type NewsletterWidget = Infer<typeof newsletterWidget>;

/** A small window on a page; `text` is HTML that the server has sanitised. */
export const popup = z.object({
  key: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.object({ path: z.string(), label: z.string() })),
});

export interface Popup extends Omit<Infer<typeof popup>, 'link'> {
  readonly link: { readonly path: `/${string}`; readonly label: string } | null;
}

/** An advertised reduction, in cents (docs/behaviour/consumer-rights.md#lowest-price-of-30-days). */
const reduction = z.object({
  /** What the products cost together without it. */
  regular: cents,
  /** What they cost with it. */
  price: cents,
  lowest_30_days: cents,
});

/** A campaign's page: one offer or one giveaway. */
export const campaign = z.object({
  slug: z.string(),
  place: z.enum(campaignPlaces),
  title: z.string(),
  lead: z.string(),
  picture: z.string(),
  picture_alt: z.string(),
  /** What the visitor gets, one sentence each. */
  promises: z.array(z.string()),
  /** Paragraphs. */
  text: z.array(z.string()),
  /** Terms of the offer or of the giveaway, one sentence each. */
  conditions: z.array(z.string()),
  /** The coupon that comes with the products, and the campaign that it must be sent with; null for a giveaway. */
  coupon: z.nullable(z.object({ code: z.string(), campaign: z.nullable(z.string()), title: z.string() })),
  /** Null for a giveaway, and while the coupon takes nothing off. */
  reduction: z.nullable(reduction),
  /** What can be entered here until which day (`YYYY-MM-DD`), and whether it can today; null for an offer. */
  giveaway: z.nullable(
    z.object({ key: z.string(), title: z.string(), until: z.string(), is_running: z.boolean() }),
  ),
  /** What goes into the cart together. */
  products: z.array(productCard),
  seo_markup: z.object({ name: z.string(), description: z.string() }),
});

export type Campaign = Infer<typeof campaign>;

/** A campaign that runs today, as lists show it. */
export const campaignCard = z.object({
  slug: z.string(),
  place: z.enum(campaignPlaces),
  title: z.string(),
  lead: z.string(),
  picture: z.string(),
  picture_alt: z.string(),
  /** What its coupon gives; null for a giveaway. */
  offer: z.nullable(z.string()),
  reduction: z.nullable(reduction),
  /** Last day to enter its giveaway, `YYYY-MM-DD`; null for an offer. */
  until: z.nullable(z.string()),
});

export type CampaignCard = Infer<typeof campaignCard>;

/** Taking part in a giveaway, once per e-mail address. */
export const giveawayEntry = z.object({
  email,
  giveaway: identifier,
  /** Asks for the newsletter besides, which a mail of its own confirms. */
  newsletter: z._default(z.boolean(), false),
});

export type GiveawayEntry = Infer<typeof giveawayEntry>;
