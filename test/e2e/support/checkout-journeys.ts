/**
 * Matches the tests that pay and therefore run with every payment provider: whole files, and tests in other
 * files with the tag `@checkout`. Playwright matches the pattern against a test's file, titles and tags.
 */
export const checkoutJourneys =
  /(?:bank-transfer|braintree[\w-]*|buy-a-course|checkout-steps|payment-outcomes|purchases)\.spec\.ts|@checkout/;

/**
 * Matches those of them that `npm test` runs on Braintree as well: what the vendor's code or its gateway decides. The
 * others prove the shop's own steps around a payment, which `npm test` runs on the sandbox.
 */
export const providerJourneys = /(?:braintree[\w-]*|payment-outcomes)\.spec\.ts|@provider/;
