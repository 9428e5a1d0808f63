import type { PaymentConfig } from './payment-config.ts';

/** Sources that a document with payment fields may use, beside the shop itself. */
export interface PaymentHosts {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly calls: readonly string[];
  readonly pictures: readonly string[];
}

/** No payment on this document. */
export const noPaymentHosts: PaymentHosts = { scripts: [], frames: [], calls: [], pictures: [] };

/**
 * Hosts of the configured provider. The sandbox's frames come from its gateway and need nothing more. Braintree's own
 * hosts differ between its two environments; behind them stand the banks' 3-D Secure service (Cardinal), device data and
 * the wallets. A bank's page is framed by Cardinal's, so the banks themselves need not be listed.
 */
export function paymentHosts(payment: PaymentConfig, sandboxOrigin: string | null): PaymentHosts {
  if (payment.provider === 'sandbox') {
    return { ...noPaymentHosts, frames: sandboxOrigin === null ? [] : [sandboxOrigin] };
  }
  const isReal = payment.account.environment === 'production';
  const paypal = ['https://www.paypal.com', ...(isReal ? [] : ['https://www.sandbox.paypal.com'])];
  const google = 'https://pay.google.com';
  return {
    scripts: [
      'https://c.paypal.com',
      ...paypal,
      `https://${isReal ? 'songbird' : 'songbirdstag'}.cardinalcommerce.com`,
      google,
    ],
    frames: ['https://assets.braintreegateway.com', 'https://*.cardinalcommerce.com', ...paypal, google],
    calls: [
      `https://api.${isReal ? '' : 'sandbox.'}braintreegateway.com`,
      `https://payments.${isReal ? '' : 'sandbox.'}braintree-api.com`,
      'https://*.cardinalcommerce.com',
      ...paypal,
      google,
      'https://google.com',
    ],
    pictures: ['https://*.paypal.com', 'https://www.paypalobjects.com', 'https://www.gstatic.com'],
  };
}
