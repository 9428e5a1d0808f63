import * as z from 'zod/mini';
import { campaignSegments } from './campaign-segments.ts';
import { cents, email, type Infer, identifier } from './primitives.ts';
import { productCard } from './product.ts';

/** The announcement bar; `text` is HTML that the server has sanitised. */
export const announcement = z.object({
  is_active: z.boolean(),
  properties: z.object({ text: z.string(), url: z.string() }),
});

export type Announcement = Infer<typeof announcement>;

/** A legal page, with HTML that is generated from its record. Orders store `version`. */
export const contentPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  html: z.string(),
  version: z.string(),
});

export type ContentPage = Infer<typeof contentPage>;

/** Public facts about the shop, from the shop data and the server's settings. */
export const shopFacts = z.object({
  name: z.string(),
  claim: z.string(),
  company: z.string(),
  delivery_countries: z.array(z.string()),
  /**
   * The available payment methods; `wallets`: PayPal, Google Pay and Apple Pay on devices that support them.
   */
  payment_methods: z.array(z.enum(['card', 'wallets', 'bank_transfer', 'credit'])),
  /** Ids of products that exclude payment by bank transfer for the whole cart. */
  no_bank_transfer: z.array(z.string()),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Support hours, for example "Montag bis Freitag, 9 bis 17 Uhr"; empty if the content has none. */
  support_hours: z.string(),
  /** Whether `/dev/mail` shows the shop's mails, for trying the shop out. */
  has_mailbox: z.boolean(),
  /** Delivery time of goods for all countries, for example "2 bis 4 Werktage, in die Schweiz 4 bis 7 Werktage". */
  delivery_time: z.string(),
  /** Delivery times for single countries (ISO 3166-1 alpha-2). */
  delivery_times: z.record(z.string(), z.string()),
  /** Working days from payment to the arrival of a parcel, earliest and latest, for single countries. */
  delivery_days: z.record(z.string(), z.object({ first: z.int(), last: z.int() })),
  /** The first section of the home page: the slug of a course, its image (16:9), and the image for phones. */
  opening: z.object({
    course: z.string(),
    picture: z.string(),
    picture_on_phones: z.string(),
    /** Outlines of a drawing on 1600 by 900 units, as SVG path data; empty for other pictures. */
    lines: z.array(z.string()),
    title: z.string(),
    lead: z.string(),
  }),
  /** Title, description and keywords of the home page. */
  seo: z.object({ title: z.string(), description: z.string(), keywords: z.array(z.string()) }),
  /** Image for social networks when a shared page has none of its own. */
  share_picture: z.string(),
  /**
   * Picture of the EU's official notice on the legal guarantee of conformity; null: the shop's own wording is shown.
   */
  guarantee_notice: z.nullable(z.string()),
});

export type ShopFacts = Infer<typeof shopFacts>;

/** An advantage of the shop: a title and a sentence; `icon` is the name of an icon. */
export const advantage = z.object({ key: z.string(), icon: z.string(), title: z.string(), text: z.string() });

export type Advantage = Infer<typeof advantage>;

/** A written interview with a master; `course` is the slug of the master's course. */
export const conversation = z.object({
  key: z.string(),
  course: z.string(),
  title: z.string(),
  lines: z.array(z.object({ question: z.string(), answer: z.string() })),
});

export type Conversation = Infer<typeof conversation>;

/** The newsletter form; `text` is HTML that the server has sanitised. */
export const newsletterWidget = z.object({
  is_active: z.boolean(),
  title: z.string(),
  text: z.string(),
  button: z.string(),
  /** The declaration of consent that the subscriber agrees to. */
  consent: z.string(),
});

export type NewsletterWidget = Infer<typeof newsletterWidget>;

/** A popup; `text` is HTML that the server has sanitised. */
export const popup = z.object({
  key: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.object({ path: z.string(), label: z.string() })),
});

export interface Popup extends Omit<Infer<typeof popup>, 'link'> {
  readonly link: { readonly path: `/${string}`; readonly label: string } | null;
}

/** The price of an advertised offer, in cents (docs/behaviour/consumer-rights.md#lowest-price-of-30-days). */
const reduction = z.object({
  /** All products together with the offer. */
  price: cents,
  /** The price that `price` may be compared with; null when it must not be called reduced. */
  reference: z.nullable(cents),
  /** Difference to `reference` in whole percent, rounded down; null when it is less than one percent. */
  percent: z.nullable(z.int()),
});

/** The page of a campaign, which has either an offer or a giveaway. */
export const campaign = z.object({
  slug: z.string(),
  place: z.enum(campaignSegments),
  title: z.string(),
  lead: z.string(),
  picture: z.string(),
  picture_alt: z.string(),
  /** The benefits of the offer or giveaway, one sentence each. */
  promises: z.array(z.string()),
  /** The text of the page, by paragraph. */
  text: z.array(z.string()),
  /** Conditions of the offer or giveaway, one sentence each. */
  conditions: z.array(z.string()),
  /**
   * The coupon of the offer; `campaign` must be sent with its code. Only `is_running: false` outside its days and when
   * it is used up. Null for a giveaway.
   */
  coupon: z.nullable(
    z.discriminatedUnion('is_running', [
      z.object({
        is_running: z.literal(true),
        code: z.string(),
        campaign: z.nullable(z.string()),
        title: z.string(),
        /** Whether it is limited to first purchases. */
        is_first_purchase_only: z.boolean(),
      }),
      z.object({ is_running: z.literal(false) }),
    ]),
  ),
  /** Null for a giveaway, and when the offer is not open. */
  reduction: z.nullable(reduction),
  /**
   * The prize, the last day to enter (`until`, `YYYY-MM-DD`), and whether entering is possible today. Null
   * for an offer.
   */
  giveaway: z.nullable(
    z.object({ key: z.string(), title: z.string(), until: z.string(), is_running: z.boolean() }),
  ),
  /** The products that are added to the cart together. */
  products: z.array(productCard),
  seo_markup: z.object({ name: z.string(), description: z.string() }),
});

export type Campaign = Infer<typeof campaign>;

/** A campaign's coupon that can be used now. */
export type RunningCoupon = Extract<Campaign['coupon'], { readonly is_running: true }>;

/** The short form of a campaign that runs today, for lists. */
export const campaignCard = z.extend(
  z.pick(campaign, {
    slug: true,
    place: true,
    title: true,
    lead: true,
    picture: true,
    picture_alt: true,
    reduction: true,
  }),
  {
    /** Text of the discount; null for a giveaway. */
    offer: z.nullable(z.string()),
    /** Last day to enter the giveaway, `YYYY-MM-DD`; null for an offer. */
    until: z.nullable(z.string()),
  },
);

export type CampaignCard = Infer<typeof campaignCard>;

/** An entry in a giveaway; one per e-mail address. */
export const giveawayEntry = z.object({
  email,
  giveaway: identifier,
  /** Also subscribes to the newsletter, after confirmation by e-mail. */
  newsletter: z._default(z.boolean(), false),
});

export type GiveawayEntry = Infer<typeof giveawayEntry>;
