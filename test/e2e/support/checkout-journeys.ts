/**
 * Journeys that pay, and so run on every payment provider: whole files, and what is tagged in others. Playwright holds a
 * pattern like this against a test's file, titles and tags.
 */
export const checkoutJourneys =
  /(?:bank-transfer|braintree[\w-]*|buy-a-course|purchases)\.spec\.ts|@checkout/;
