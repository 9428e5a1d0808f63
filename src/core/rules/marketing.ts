import type { ProductCard } from './catalogue.ts';
import type { Route } from './navigation.ts';

/** The box that offers the newsletter; `text` is HTML sanitised by the host. */
export interface NewsletterWidget {
  readonly is_active: boolean;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** The sentence that somebody agrees to. */
  readonly consent: string;
}

/** A small window on a page; `text` is HTML sanitised by the host. */
export interface Popup {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly path: Route; readonly label: string } | null;
}

/** Where campaign pages stand (specification §2). */
export const campaignPlaces = ['specials', 'angebote'] as const;

export type CampaignPlace = (typeof campaignPlaces)[number];

/** A campaign's page: one offer or one giveaway, and what is said about it. */
export interface Campaign {
  readonly slug: string;
  readonly place: CampaignPlace;
  readonly title: string;
  readonly lead: string;
  readonly picture: string;
  readonly picture_alt: string;
  /** What the visitor gets, one sentence each. */
  readonly promises: readonly string[];
  /** Paragraphs. */
  readonly text: readonly string[];
  /** Terms of the offer or of the giveaway, one sentence each. */
  readonly conditions: readonly string[];
  /** The coupon that comes with the products, and the campaign that it wants to be named; null for a giveaway. */
  readonly coupon: { readonly code: string; readonly campaign: string | null; readonly title: string } | null;
  /** What can be entered here, and whether it can today; null for an offer. */
  readonly giveaway: {
    readonly key: string;
    readonly title: string;
    /** Last day, YYYY-MM-DD. */
    readonly until: string;
    readonly is_running: boolean;
  } | null;
  /** What goes into the cart together. */
  readonly products: readonly ProductCard[];
  readonly seo_markup: { readonly name: string; readonly description: string };
}

/** A campaign that runs today, as lists show it. */
export interface CampaignCard
  extends Pick<Campaign, 'slug' | 'place' | 'title' | 'lead' | 'picture' | 'picture_alt'> {
  /** What its coupon gives; null for a giveaway. */
  readonly offer: string | null;
  /** Last day to enter its giveaway, YYYY-MM-DD; null for an offer. */
  readonly until: string | null;
}

/** Taking part in a giveaway, once per e-mail address. */
export interface GiveawayEntry {
  readonly email: string;
  readonly giveaway: string;
  /** Asks for the newsletter besides; its own mail wants to be confirmed. */
  readonly newsletter: boolean;
}
