import type { Locale } from '#core/model/values.ts';
import { localePath, routeOf } from '#core/rules/basics/site-paths.ts';
import type { AddressQuery } from '#core/rules/tracking/attribution.ts';

/** The parts of the layout that are shown on a page. */
export interface PageLayout {
  readonly navigation: boolean;
  readonly announcement_bar: boolean;
  readonly language_switcher: boolean;
  /** Delay in milliseconds after page load before the language switcher appears. */
  readonly language_switcher_delay: number;
  readonly help_button: boolean;
  /** Whether the help button opens the contact form over the page. */
  readonly help_dialog: boolean;
  readonly footer_links: boolean;
  readonly copyright: boolean;
  /** Whether the chat and login modal is loaded. */
  readonly chat_modal: boolean;
  /** URL to which the page redirects after `timings.cartLoginRedirect` milliseconds; null for no redirect. */
  readonly cart_login_redirect: string | null;
}

/** A page: `path` with or without the locale; `query` is only needed to detect a login that began in the cart. */
interface PagePlace {
  readonly path: string;
  readonly locale: Locale;
  readonly query?: AddressQuery;
}

type LayoutPart =
  | 'navigation'
  | 'announcement_bar'
  | 'language_switcher'
  | 'help_button'
  | 'footer_links'
  | 'copyright';

/** For each part of the layout: the part is hidden on every path that contains one of these strings. */
const hiddenOn: Readonly<Record<LayoutPart, readonly string[]>> = {
  navigation: ['/checkout/', '/redeem', '/specials', '/angebote'],
  announcement_bar: ['/checkout/', '/redeem', '/specials', '/angebote'],
  language_switcher: ['/experten/', '/specials/', '/angebote/', '/blog', '/geschenkboxen'],
  help_button: ['/kurse/'],
  footer_links: ['/checkout/', '/redeem'],
  copyright: ['/checkout/', '/redeem'],
};

/** Returns which parts of the layout are shown on a page. */
export function layoutFor({ path, locale, query }: PagePlace): PageLayout {
  const route = routeOf(path);
  const isShown = (part: LayoutPart) => !hiddenOn[part].some((fragment) => route.includes(fragment));
  const isMasterpass = route === '/masterpass' || route.startsWith('/masterpass/');
  return {
    navigation: isShown('navigation'),
    announcement_bar: isShown('announcement_bar') && !isMasterpass,
    language_switcher: isShown('language_switcher'),
    language_switcher_delay: timings.languageSwitcherDelay,
    help_button: isShown('help_button'),
    // A dialog, because navigating to the contact page would leave the checkout.
    help_dialog: route.startsWith('/checkout/'),
    footer_links: isShown('footer_links'),
    copyright: isShown('copyright'),
    chat_modal: locale === 'de',
    cart_login_redirect: query === undefined ? null : cartLoginRedirect(query, locale),
  };
}

/** Returns the URL of the checkout after a login that began in the cart, otherwise null. */
function cartLoginRedirect(query: AddressQuery, locale: Locale): string | null {
  const isBack = query.get('ref') === 'cart' && query.get('status') === 'authenticated';
  return isBack ? `${localePath(locale, '/checkout/shop')}?dialog=address` : null;
}

/** Durations in milliseconds. */
export const timings = {
  notificationAutoClose: 5000,
  languageSwitcherDelay: 3000,
  cartLoginRedirect: 1000,
  localeChangeNavigation: 500,
  layoutPaddingRecalculation: 2200,
  modalCloseAnimation: 200,
} as const;

/** Lengths in CSS pixels; `modalLayer` is a z-index. */
export const layout = {
  /** Below this viewport width the burger menu replaces the navigation. */
  burgerBelow: 1024,
  cartScrollStep: 100,
  linkPrefetchMargin: 200,
  modalLayer: 1005,
  paymentPopup: { width: 400, height: 570 },
} as const;

/** The mini cart shows arrows when it has more items than this. */
export const itemsWithoutArrows = 2;

/** Number of items per page of each list. */
export const pageSizes = { activities: 10, payments: 5 } as const;
