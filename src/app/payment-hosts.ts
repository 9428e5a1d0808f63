import type { PaymentConfig } from './payment-config.ts';

/** Hosts that a document with payment fields may use, besides the shop itself. */
export interface PaymentHosts {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  /** Hosts to which scripts may submit forms (the pages of banks). */
  readonly forms: readonly string[];
  readonly calls: readonly string[];
  readonly pictures: readonly string[];
}

/** The hosts of a document without payment. */
export const noPaymentHosts: PaymentHosts = { scripts: [], frames: [], forms: [], calls: [], pictures: [] };

/**
 * Returns the hosts of the configured provider. The frames of the sandbox are loaded from its gateway; it
 * needs no other host.
 *
 * Braintree: the hosts in "Using braintree-web with a Content Security Policy" (`jsdoc/Home.md` of
 * github.com/braintree/braintree-web, 3.136.0; the second Cardinal domain since 3.134.0) and those that the
 * package calls: GraphQL and the Client API, `c.paypal.com/da/r/fb.js` for device data,
 * `www.paypal.com/sdk/js` and `www.paypal.com/xoplatform/logger` (analytics). PayPal's "Best practices" for
 * its JavaScript SDK add hosts for images and calls. Apple Pay is part of the browser and needs no host.
 * Where the vendor requires 'unsafe-inline', PayPal's script gets the nonce of the document instead.
 *
 * 3-D Secure 2 loads the bank's page in a frame and posts a form to it. The addresses of banks cannot be
 * listed, so the vendor requires `frame-src *` and `form-action *`; here every https address is allowed, on
 * checkout documents only (decisions/0033).
 */
export function paymentHosts(payment: PaymentConfig, sandboxOrigin: string | null): PaymentHosts {
  if (payment.provider === 'sandbox') {
    return { ...noPaymentHosts, frames: sandboxOrigin === null ? [] : [sandboxOrigin] };
  }
  const isReal = payment.account.environment === 'production';
  const sandbox = isReal ? '' : 'sandbox.';
  const paypal = ['https://*.paypal.com', 'https://www.paypalobjects.com'];
  const hasGoogle = !isReal || payment.googleMerchantId !== null;
  return {
    scripts: [
      ...paypal,
      `https://${isReal ? 'songbird' : 'songbirdstag'}.cardinalcommerce.com`,
      `https://${isReal ? '' : 'cas.'}static.client.cardinaltrusted.com`,
      ...(hasGoogle ? ['https://pay.google.com'] : []),
    ],
    frames: ['https:'],
    forms: ['https:'],
    calls: [
      `https://api.${sandbox}braintreegateway.com`,
      `https://client-analytics.${sandbox}braintreegateway.com`,
      `https://payments.${sandbox}braintree-api.com`,
      'https://*.cardinalcommerce.com',
      'https://*.cardinaltrusted.com',
      ...paypal,
      ...(hasGoogle ? ['https://pay.google.com', 'https://google.com/pay'] : []),
    ],
    pictures: ['https://assets.braintreegateway.com', ...paypal],
  };
}
