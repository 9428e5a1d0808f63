import braintree from 'braintree';
import type { GatewayState } from './gateway-state.ts';
import type { XmlValue } from './xml.ts';
import { toXml } from './xml.ts';

/** A webhook as Braintree sends it, signed by the vendor's own SDK. `subject` is what the notice is about. */
export function signNotice(
  state: GatewayState,
  kind: string,
  subject: XmlValue,
  timestamp = '2026-11-21T09:00:00Z',
): { readonly bt_signature: string; readonly bt_payload: string } {
  const gateway = new braintree.BraintreeGateway({
    environment: braintree.Environment.Sandbox,
    merchantId: state.merchant_id,
    publicKey: state.public_key,
    privateKey: state.private_key,
  });
  const signer = gateway.webhookTesting as unknown as { sampleSignature(payload: string): string };
  const xml = toXml('notification', { timestamp, kind, subject });
  const bt_payload = `${Buffer.from(xml).toString('base64')}\n`;
  return { bt_payload, bt_signature: signer.sampleSignature(bt_payload) };
}
