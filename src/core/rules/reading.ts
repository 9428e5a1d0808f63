import type { ProductCard } from './catalogue.ts';
import type { CalendarDay } from './validity.ts';

/** A blog post as lists show it; posts are German (specification §1). */
export interface PostCard {
  readonly slug: string;
  readonly title: string;
  readonly teaser: string;
  readonly topic: string;
  readonly published_on: CalendarDay;
  readonly reading_minutes: number;
  readonly picture: string;
  readonly picture_alt: string;
}

/** What search engines are told about a text. */
interface SeoMarkup {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

/** A whole post. `html` has been sanitised by the host. */
export interface Post extends PostCard {
  readonly html: string;
  readonly courses: readonly ProductCard[];
  readonly seo_markup: SeoMarkup;
}

/** A master with courses and the books that accompany them. */
export interface MasterPage {
  readonly slug: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly lived: string;
  readonly origin: string;
  readonly profession: string;
  readonly motto: string;
  readonly biography: readonly string[];
  readonly picture: string;
  readonly picture_alt: string;
  readonly seo_markup: SeoMarkup;
  readonly courses: readonly ProductCard[];
  readonly books: readonly ProductCard[];
}
