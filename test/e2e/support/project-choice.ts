import { checkoutJourneys } from './checkout-journeys.ts';

/**
 * Files that run in one of the two projects in `npm test`, because a second language and window size prove
 * nothing new. `npm run test:long` runs every file in both projects.
 */
const filesOf = {
  'phone-de': [
    'account',
    'addresses',
    'after-the-purchase',
    'back-and-overlays',
    'back-office-texts',
    'cart-sizes',
    'checkout-address',
    'early-presses',
    'film-addresses',
    'first-view',
    'forced-colours',
    'gifts',
    'campaigns',
    'kept-pages',
    'mini-cart',
    'payment-actions',
    'player',
    'prefetch-refusals',
    'redeem',
    'search',
    'tv',
    'wish-list',
    'without-javascript',
  ],
  'desktop-en': [
    'api-docs',
    'blog-and-masters',
    'card-previews',
    'footer-and-login-dialog',
    'home',
    'lost-connections',
    'consent',
    'contact',
    'express-payment',
    'mail-links',
    'newsletter',
    'page-behaviour',
    'pages-without-services',
    'policy',
    'profile',
    'reviews',
    'withdrawal-and-cancellation',
    'several-tabs',
    'navigation',
    'offline',
    'smoke',
    'untouched-page',
  ],
} as const;

const inFiles = (names: readonly string[]) => `/(?:${names.join('|')})\\.spec\\.ts `;

/**
 * Patterns of the tests that each project skips in `npm test`. Tests that pay run with the sandbox gateway in
 * `phone-de`, and those whose provider matters once more with Braintree in `desktop-en`
 * (playwright.braintree.config.ts). A test tagged `@both` runs in both projects, one tagged `@phone` in
 * `phone-de` only, one tagged `@long` only in `npm run test:long`.
 */
export const leftOut = {
  'phone-de': new RegExp(
    `@long|^(?!.*@both)(?!.*(?:${checkoutJourneys.source})).*${inFiles(filesOf['desktop-en'])}`,
  ),
  'desktop-en': new RegExp(
    `@long|@phone|^(?!.*@both).*(?:${inFiles(filesOf['phone-de'])}|${checkoutJourneys.source})`,
  ),
} as const;
