/**
 * Journeys that pay and therefore run on every payment provider: whole files, and tagged tests in other files. Playwright
 * matches the pattern against a test's file, titles and tags.
 */
export const checkoutJourneys =
  /(?:bank-transfer|braintree[\w-]*|buy-a-course|purchases)\.spec\.ts|@checkout/;
