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
  '/kontakt',
  '/faqs',
  '/blog',
  '/auth/login',
  '/auth/passwort',
  '/profil/master',
  '/agbs',
  '/widerrufsbelehrung',
  '/datenschutz',
  '/impressum',
  '/checkout/shop',
];
