/**
 * Matches the tests that pay and therefore run with every payment provider in the long run: whole files, and tests in
 * other files with the tag `@checkout`. Playwright matches the pattern against a test's file, titles and tags.
 */
export const checkoutJourneys =
  /(?:bank-transfer|braintree[\w-]*|buy-a-course|checkout-steps|payment-outcomes|purchases)\.spec\.ts|@checkout/;
