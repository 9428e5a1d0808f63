import type { PaymentConfig } from './payment-config.ts';

/** Sources that a document with payment fields may use, beside the shop itself. */
export interface PaymentHosts {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  /** Where forms may be sent, by scripts that ask a bank. */
  readonly forms: readonly string[];
  readonly calls: readonly string[];
  readonly pictures: readonly string[];
}

/** No payment on this document. */
export const noPaymentHosts: PaymentHosts = { scripts: [], frames: [], forms: [], calls: [], pictures: [] };

/**
 * Hosts of the configured provider. The sandbox's frames come from its gateway and need nothing more.
 *
 * Braintree's are those that the vendor names in "Using braintree-web with a Content Security Policy" (`jsdoc/Home.md` of
 * github.com/braintree/braintree-web, 3.136.0; the second domain of Cardinal came with 3.134.0) and that its package asks
 * itself: GraphQL and the Client API, `c.paypal.com/da/r/fb.js` for device data, `www.paypal.com/sdk/js` and
 * `www.paypal.com/xoplatform/logger` (analytics). PayPal's own page on the matter ("Best practices" of its JavaScript SDK)
 * adds its pictures and calls. Apple's sheet belongs to the browser and asks no host of the page's. Where the vendor says
 * 'unsafe-inline', PayPal's script is given the document's nonce instead.
 *
 * 3-D Secure 2 frames the page of the bank itself and posts a form into it, by addresses that nobody can list; the vendor
 * asks for `frame-src *` and `form-action *`. Here it is every https address, on checkout documents only (decisions/0033).
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
