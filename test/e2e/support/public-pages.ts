import type { Say } from './shop-words.ts';

type Language = 'de' | 'en';

/** A page that needs no login. */
export interface PublicPage {
  /** Path below the locale, with its query. */
  readonly route: string;
  readonly status: 200 | 404;
  /** Whether search engines may list the page in this language. */
  isListed(language: Language): boolean;
  /** Returns the expected heading; null when it comes from the content files. */
  heading(say: Say): string | null;
}

const always = () => true;
const never = () => false;

function page(
  route: string,
  heading: PublicPage['heading'],
  isListed: PublicPage['isListed'] = always,
): PublicPage {
  return { route, status: 200, isListed, heading };
}

const someCourse = 'albrecht-duerer';
export const legalSlugs = ['agbs', 'widerrufsbelehrung', 'datenschutz', 'impressum', 'barrierefreiheit'];

/** Every kind of public page that exists in both languages (docs/behaviour/navigation-and-layout.md#routes). */
export const publicPages: readonly PublicPage[] = [
  page('', () => null),
  page('/kurse', (say) => say('base', 'courses.title')),
  page('/kurse?gruppe=hand-und-bild', (say) => say('base', 'courses.title')),
  page('/kurse?q=d%C3%BCrer', (say) => say('base', 'courses.title'), never),
  page('/kurse?q=xylophon', (say) => say('base', 'courses.title'), never),
  page(`/kurse/${someCourse}`, () => null),
  page(
    '/buecher',
    (say) => say('base', 'books.title'),
    (language) => language === 'de',
  ),
  page('/masterpass', () => null),
  page('/bestellung', (say) => say('checkout', 'lookup.request.title'), never),
  page('/preise', (say) => say('base', 'prices.title')),
  page('/geschenke', (say) => say('base', 'gifts.title')),
  page('/geschenke/geschenk-clara-schumann', () => null),
  page('/geschenke/gutschein-50', () => null),
  page(
    '/blog',
    (say) => say('blog', 'title'),
    (language) => language === 'de',
  ),
  page(
    '/tv',
    (say) => say('base', 'tv.title', { shop: 'Meisterhand' }),
    (language) => language === 'de',
  ),
  page('/kurse/clara-schumann/lektion/schumann-eine-taste', () => null),
  page('/kurse/clara-schumann/lektion/schumann-das-gewicht-des-arms', () => null, never),
  page('/experten', (say) => say('base', 'experts.title')),
  page('/experten/clara-schumann', () => null),
  page('/angebote', (say) => say('base', 'campaigns.angebote.title'), never),
  page('/specials', (say) => say('base', 'campaigns.specials.title'), never),
  page('/angebote/herbst', () => null, never),
  page('/angebote/werkbank', () => null, never),
  page('/specials/auge-und-hand', () => null, never),
  page('/specials/winterlos', () => null, never),
  page('/kontakt', (say) => say('base', 'contact.title')),
  page('/faqs', () => null),
  page('/kuendigung', (say) => say('base', 'cancellation.title')),
  page('/widerrufsbelehrung?schritt=formular', (say) => say('base', 'withdrawal.title'), never),
  page('/newsletter', () => null, never),
  page('/redeem', (say) => say('base', 'redeem.title'), never),
  page('/suche', (say) => say('base', 'search.title'), never),
  page('/suche?q=d%C3%BCrer', () => null, never),
  page('/warenkorb', (say) => say('cart', 'page.title'), never),
  page('/warenkorb?produkte=', (say) => say('cart', 'shared.empty.title'), never),
  page('/geschenkboxen', (say) => say('base', 'gift_boxes.title')),
  page('/geschenkboxen/kraeuterkiste', () => null),
  page('/auth/login', (say) => say('auth', 'login.title'), never),
  page('/auth/login?tab=register', (say) => say('auth', 'register.title'), never),
  page('/auth/passwort', (say) => say('auth', 'password.request.title'), never),
  ...legalSlugs.map((slug) => page(`/${slug}`, () => null)),
  {
    route: '/gibt-es-nicht',
    status: 404,
    isListed: never,
    heading: (say) => say('base', 'not_found.title'),
  },
];
