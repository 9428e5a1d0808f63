import type { Route } from '#core/rules/navigation.ts';

/**
 * The routes that have a page. Header, menu and footer link to these only, so no link leads to nothing; whoever builds
 * a screen adds its route here.
 */
export const builtRoutes: readonly Route[] = [
  '/',
  '/kurse',
  '/buecher',
  '/geschenke',
  '/geschenkboxen',
  '/masterpass',
  '/preise',
  '/redeem',
  '/suche',
  '/kontakt',
  '/faqs',
  '/blog',
  '/tv',
  '/auth/login',
  '/auth/passwort',
  '/profil',
  '/profil/master',
  '/profil/merkliste',
  '/profil/subscription',
  '/agbs',
  '/widerrufsbelehrung',
  '/kuendigung',
  '/datenschutz',
  '/impressum',
  '/barrierefreiheit',
  '/checkout/shop',
];
