import type { Locale } from './locale.ts';
import type { Cents } from './money.ts';
import type { ProductKind } from './product.ts';

/** A named group or discipline. */
export interface Category {
  readonly identifier: string;
  readonly title: string;
}

/** A master as products name them. */
export interface PersonName {
  readonly slug: string;
  readonly firstname: string;
  readonly lastname: string;
}

/** A product as lists show it, in one language. Prices in cents per unit. */
export interface ProductCard {
  readonly id: string;
  readonly kind: ProductKind;
  readonly slug: string;
  readonly title: string;
  readonly subtitle: string;
  readonly price: Cents;
  readonly monthly_price: Cents | null;
  readonly picture: string;
  readonly picture_alt: string;
  readonly person: PersonName | null;
  readonly category: Category;
  readonly group: Category | null;
  readonly is_available: boolean;
  readonly max_quantity: number | null;
  readonly is_shipped: boolean;
  readonly is_price_bound: boolean;
  /** Number and whole length of a course's lessons; null for everything else. */
  readonly lesson_count: number | null;
  readonly length_seconds: number | null;
  /** Null while no owner has reviewed it (decisions §8). */
  readonly rating: Rating | null;
  /** Name of a course's free trailer; null where there is none. */
  readonly trailer: string | null;
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly length_seconds: number;
  readonly is_free: boolean;
}

export interface Rating {
  readonly average: number;
  readonly reviewers: number;
  readonly min: number;
  readonly max: number;
}

export interface CourseDetails {
  readonly kind: 'course';
  readonly lead: string;
  readonly level: string;
  /** What a learner needs at hand. */
  readonly material: string;
  readonly goals: readonly string[];
  readonly parts: readonly { readonly title: string; readonly lessons: readonly Lesson[] }[];
  readonly lesson_count: number;
  readonly length_seconds: number;
  readonly master: PersonName & {
    readonly lived: string;
    readonly origin: string;
    readonly biography: readonly string[];
    readonly picture: string;
    readonly picture_alt: string;
  };
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
  readonly companions: readonly ProductCard[];
  /** Null while no owner has reviewed the course. */
  readonly rating: Rating | null;
  /** Slug of the gift that opens the course; null where it is not sold as one. */
  readonly gift: string | null;
}

export interface BookDetails {
  readonly kind: 'book';
  readonly lead: string;
  readonly pages: number;
  readonly isbn: string;
  /** Binding and size. */
  readonly format: string;
  readonly manufacturer: { readonly name: string; readonly address: string; readonly email: string };
  readonly companions: readonly ProductCard[];
}

export interface OtherDetails {
  readonly kind: 'gift' | 'voucher' | 'gift_box' | 'membership' | 'subscription';
  readonly lead: string;
  readonly contents: readonly string[];
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
  /** Manufacturer data of goods (decisions §8); null for what is not shipped. */
  readonly manufacturer: BookDetails['manufacturer'] | null;
  /** What a gift opens: a course or the membership. */
  readonly companions: readonly ProductCard[];
}

/** A product as its own page shows it; `description` is paragraphs of plain text. */
export interface ProductPage extends ProductCard {
  readonly description: readonly string[];
  readonly delivery_note: string;
  /** Pieces left; null for what never runs out. */
  readonly stock: number | null;
  readonly seo_markup: {
    readonly name: string;
    readonly description: string;
    readonly keywords: readonly string[];
  };
  readonly details: CourseDetails | BookDetails | OtherDetails;
}

/** One page of a list: `number` from 1, `total` counts all items. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly number: number;
  readonly size: number;
  readonly total: number;
}

/** A page of products with the discipline groups it can be narrowed to and how many products each holds. */
export interface ProductList extends Page<ProductCard> {
  readonly groups: readonly (Category & { readonly count: number })[];
}

/** What a list of products may be narrowed to. `number` starts at 1, `size` is at most 100. */
export interface ProductFilter {
  readonly kind?: ProductKind | undefined;
  /** Identifier of a group of disciplines. */
  readonly group?: string | undefined;
  /** Words to look for in titles, masters and texts. */
  readonly q?: string | undefined;
  /** The language of names and texts, where it is not that of the page (decisions §7). */
  readonly language?: Locale | undefined;
  readonly sort?: 'position' | 'title' | 'price' | '-price' | undefined;
  readonly number?: number | undefined;
  readonly size?: number | undefined;
}

/** A legal page; `html` has been made and sanitised by the host. */
export interface ContentPage {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly version: string;
}

/** The announcement bar (specification §3); `text` is HTML sanitised by the host. */
export interface Announcement {
  readonly is_active: boolean;
  readonly properties: { readonly text: string; readonly url: string };
}

/** Brand and company as the one configuration file names them (decisions §1). */
export interface ShopFacts {
  readonly name: string;
  readonly claim: string;
  readonly company: string;
  readonly delivery_countries: readonly string[];
  readonly social: readonly { readonly name: string; readonly url: string }[];
  /** Whether the sandbox payment provider and its test cards are in use. */
  readonly is_demo: boolean;
  /** How long the delivery of goods takes, for example "2 bis 4 Werktage". */
  readonly delivery_time: string;
  /** Tonight's master: the opening of the home page, a course's slug and a stage drawing (16:9), with its middle for phones. */
  readonly opening: {
    readonly course: string;
    readonly picture: string;
    readonly picture_on_phones: string;
    readonly title: string;
    readonly lead: string;
  };
  /** Title, description and keywords of the home page. */
  readonly seo: {
    readonly title: string;
    readonly description: string;
    readonly keywords: readonly string[];
  };
  /** Picture shown when a page without its own is shared. */
  readonly share_picture: string;
}
