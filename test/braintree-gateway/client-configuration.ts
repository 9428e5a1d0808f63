import { randomBytes } from 'node:crypto';
import type { GatewayState } from './gateway-state.ts';

/** The provider's hosts. Its browser SDK accepts no others, so tests forward requests to the simulated gateway. */
const vendorHosts = {
  api: 'api.sandbox.braintreegateway.com',
  graphql: 'payments.sandbox.braintree-api.com',
  assets: 'assets.braintreegateway.com',
} as const;

/** Issues a client token in Braintree's format: Base64 of JSON with URLs and authorization of the browser SDK. */
export function issueClientToken(state: GatewayState, customerId: string | null): string {
  const fingerprint = `${randomBytes(24).toString('hex')}|created_at=${new Date().toISOString()}`;
  state.tokens.set(fingerprint, {
    customer_id: customerId,
    expires_at: Date.now() + state.settings.token_lifetime * 1_000,
  });
  const urls = urlsOf(state);
  const token = {
    ...urls,
    version: 2,
    authorizationFingerprint: fingerprint,
    configUrl: `${urls.clientApiUrl}/v1/configuration`,
    graphQL: {
      url: `https://${vendorHosts.graphql}/graphql`,
      date: '2018-05-08',
      features: ['tokenize_credit_cards'],
    },
    environment: 'sandbox',
    threeDSecureEnabled: state.settings.three_d_secure,
    paypalEnabled: true,
  };
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

/** Returns whether a fingerprint is authorized, and the customer whose stored cards it may read. */
export function findToken(
  state: GatewayState,
  fingerprint: string,
):
  | { readonly state: 'valid'; readonly customer_id: string | null }
  | { readonly state: 'expired' | 'unknown' } {
  const issued = state.tokens.get(fingerprint);
  if (issued === undefined) return { state: 'unknown' };
  if (issued.expires_at <= Date.now()) return { state: 'expired' };
  return { state: 'valid', customer_id: issued.customer_id };
}

const brands = [
  'AMERICAN_EXPRESS',
  'DISCOVER',
  'INTERNATIONAL_MAESTRO',
  'JCB',
  'MASTERCARD',
  'UNION_PAY',
  'VISA',
];

/** URL of the script of the 3-D Secure service. */
const songbird = 'https://songbirdstag.cardinalcommerce.com/songbird.js';

const threeDSecure = { cardinalAuthenticationJWT: 'jwt', cardinalSongbirdUrl: songbird };

function urlsOf({ merchant_id }: GatewayState) {
  return {
    clientApiUrl: `https://${vendorHosts.api}:443/merchants/${merchant_id}/client_api`,
    assetsUrl: `https://${vendorHosts.assets}`,
    merchantId: merchant_id,
  };
}

/** Returns the merchant's configuration in the format of the GraphQL call. */
export function graphqlConfiguration(state: GatewayState): object {
  const networks = ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS'];
  const threeDSecureEnabled = state.settings.three_d_secure;
  const clientConfiguration = {
    ...urlsOf(state),
    analyticsUrl: 'https://www.paypal.com/xoplatform/logger/api/logger',
    environment: 'SANDBOX',
    creditCard: {
      supportedCardBrands: brands,
      challenges: ['CVV'],
      threeDSecureEnabled,
      threeDSecure: threeDSecureEnabled ? threeDSecure : null,
    },
    supportedFeatures: ['TOKENIZE_CREDIT_CARDS'],
    paypal: {
      displayName: 'Meisterhand',
      clientId: 'paypal-client',
      assetsUrl: `https://${vendorHosts.assets}`,
      environment: 'OFFLINE',
      environmentNoNetwork: false,
      unvettedMerchant: false,
      braintreeClientId: 'paypal-braintree-client',
      billingAgreementsEnabled: true,
      merchantAccountId: 'meisterhand_eur',
      currencyCode: 'EUR',
      payeeEmail: null,
    },
    googlePay: {
      displayName: 'Meisterhand',
      supportedCardBrands: networks,
      environment: 'SANDBOX',
      googleAuthorization: 'google-authorization',
      paypalClientId: null,
    },
    applePayWeb: {
      countryCode: 'DE',
      currencyCode: 'EUR',
      merchantIdentifier: 'merchant.example.meisterhand',
      supportedCardBrands: networks,
    },
  };
  return { data: { clientConfiguration } };
}

/**
 * Returns the merchant's configuration in the format of the older REST call, which the provider's code uses
 * when GraphQL fails; without wallets.
 */
export function restConfiguration(state: GatewayState): object {
  return {
    ...urlsOf(state),
    environment: 'sandbox',
    challenges: ['cvv'],
    creditCards: { supportedCardTypes: ['Visa', 'MasterCard', 'American Express', 'Discover', 'JCB'] },
    threeDSecureEnabled: state.settings.three_d_secure,
    threeDSecure,
    paypalEnabled: false,
    analytics: { url: 'https://www.paypal.com/xoplatform/logger/api/logger' },
  };
}
