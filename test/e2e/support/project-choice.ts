import { checkoutJourneys } from './checkout-journeys.ts';

/**
 * Files whose journeys prove nothing new in a second language and width. Each runs in one project, half of them in each.
 * `npm run test:long` runs every journey in both.
 */
const filesOf = {
  'phone-de': [
    'account',
    'first-view',
    'gifts',
    'landing',
    'mini-cart',
    'player',
    'redeem',
    'search',
    'wish-list',
  ],
  'desktop-en': [
    'api-docs',
    'broken-world',
    'consent',
    'contact',
    'mail-links',
    'newsletter',
    'page-behaviour',
    'policy',
    'profile',
    'reviews',
    'rights',
    'several-tabs',
    'shell',
    'smoke',
  ],
} as const;

const inFiles = (names: readonly string[]) => ` (?:${names.join('|')})\\.spec\\.ts `;

/**
 * The journeys that each project leaves out in `npm test`. Those that pay run on the sandbox in `phone-de`, and once
 * more on Braintree in `desktop-en` (playwright.braintree.config.ts). A test tagged `@both` is never left out.
 */
export const leftOut = {
  'phone-de': new RegExp(
    `^(?!.*@both)(?!.*(?:${checkoutJourneys.source})).*${inFiles(filesOf['desktop-en'])}`,
  ),
  'desktop-en': new RegExp(`^(?!.*@both).*(?:${inFiles(filesOf['phone-de'])}|${checkoutJourneys.source})`),
} as const;
