import { randomBytes } from 'node:crypto';
import type { GatewayState } from './gateway-state.ts';

/** The vendor's own hosts: its browser SDK takes no others, so a test forwards them to the simulator. */
export const vendorHosts = {
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
