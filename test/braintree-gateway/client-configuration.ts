import { randomBytes } from 'node:crypto';
import type { GatewayState } from './gateway-state.ts';

/** The vendor's own hosts: its browser SDK takes no others, so a test forwards them to the simulator. */
const vendorHosts = {
  api: 'api.sandbox.braintreegateway.com',
  graphql: 'payments.sandbox.braintree-api.com',
  assets: 'assets.braintreegateway.com',
} as const;

/** A client token as Braintree's: base64 of JSON that tells the browser SDK where to ask, and with what right. */
export function issueClientToken(state: GatewayState, customerId: string | null): string {
  const fingerprint = `${randomBytes(24).toString('hex')}|created_at=${new Date().toISOString()}`;
  state.tokens.set(fingerprint, {
    customer_id: customerId,
    expires_at: Date.now() + state.settings.token_lifetime * 1_000,
  });
  const clientApi = `https://${vendorHosts.api}:443/merchants/${state.merchant_id}/client_api`;
  const token = {
    version: 2,
    authorizationFingerprint: fingerprint,
    configUrl: `${clientApi}/v1/configuration`,
    graphQL: {
      url: `https://${vendorHosts.graphql}/graphql`,
      date: '2018-05-08',
      features: ['tokenize_credit_cards'],
    },
    clientApiUrl: clientApi,
    assetsUrl: `https://${vendorHosts.assets}`,
    environment: 'sandbox',
    merchantId: state.merchant_id,
    threeDSecureEnabled: true,
    paypalEnabled: true,
  };
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

/** Whether the browser may ask with this fingerprint, and for whose stored cards. */
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

/** Where the script of the banks' 3-D Secure service stands. */
const songbird = 'https://songbirdstag.cardinalcommerce.com/songbird.js';

const threeDSecure = { cardinalAuthenticationJWT: 'jwt', cardinalSongbirdUrl: songbird };

function places({ merchant_id }: GatewayState) {
  return {
    clientApiUrl: `https://${vendorHosts.api}:443/merchants/${merchant_id}/client_api`,
    assetsUrl: `https://${vendorHosts.assets}`,
    merchantId: merchant_id,
  };
}

/** What this merchant can do, as GraphQL answers it. */
export function graphqlConfiguration(state: GatewayState): object {
  const networks = ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS'];
  const clientConfiguration = {
    ...places(state),
    analyticsUrl: 'https://www.paypal.com/xoplatform/logger/api/logger',
    environment: 'SANDBOX',
    creditCard: { supportedCardBrands: brands, challenges: ['CVV'], threeDSecureEnabled: true, threeDSecure },
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

/** The same as the older call answers it, which the vendor's code falls back to; without wallets. */
export function restConfiguration(state: GatewayState): object {
  return {
    ...places(state),
    environment: 'sandbox',
    challenges: ['cvv'],
    creditCards: { supportedCardTypes: ['Visa', 'MasterCard', 'American Express', 'Discover', 'JCB'] },
    threeDSecureEnabled: true,
    threeDSecure,
    paypalEnabled: false,
    analytics: { url: 'https://www.paypal.com/xoplatform/logger/api/logger' },
  };
}
