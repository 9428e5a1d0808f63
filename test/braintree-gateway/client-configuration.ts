import { vendorHosts } from './client-token.ts';
import type { GatewayState } from './gateway-state.ts';

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
