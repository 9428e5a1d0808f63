import { checkoutJourneys } from './checkout-journeys.ts';

/**
 * Files that run in one of the two projects in `npm test`, because a second language and window size prove
 * nothing new. `npm run test:long` runs every file in both projects.
 */
const filesOf = {
  'phone-de': [
    'account',
    'after-the-purchase',
    'first-view',
    'forced-colours',
    'gifts',
    'campaigns',
    'mini-cart',
    'player',
    'redeem',
    'search',
    'wish-list',
    'without-javascript',
  ],
  'desktop-en': [
    'api-docs',
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
  ],
} as const;

const inFiles = (names: readonly string[]) => ` (?:${names.join('|')})\\.spec\\.ts `;

/**
 * Patterns of the tests that each project skips in `npm test`. Tests that pay run with the sandbox gateway in
 * `phone-de`, and once more with Braintree in `desktop-en` (playwright.braintree.config.ts). A test tagged
 * `@both` is never skipped.
 */
export const leftOut = {
  'phone-de': new RegExp(
    `^(?!.*@both)(?!.*(?:${checkoutJourneys.source})).*${inFiles(filesOf['desktop-en'])}`,
  ),
  'desktop-en': new RegExp(`^(?!.*@both).*(?:${inFiles(filesOf['phone-de'])}|${checkoutJourneys.source})`),
} as const;
