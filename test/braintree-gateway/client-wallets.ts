import { randomUUID } from 'node:crypto';
import { browserScript } from './browser-files.ts';
import type { GatewayAnswer } from './gateway-part.ts';
import type { GatewayState } from './gateway-state.ts';
import { makeNonce, testCard } from './gateway-state.ts';

type Body = Readonly<Record<string, unknown>>;

/** What the wallets' parts of the vendor's code ask; 404 for anything else. */
export function answerWallet(state: GatewayState, name: string, body: Body): GatewayAnswer {
  switch (name) {
    case 'paypal.create': {
      const token = `EC-${randomUUID()}`;
      const redirectUrl = `https://www.paypal.com/checkoutnow?token=${token}`;
      return json(201, { paymentResource: { paymentToken: token, intent: 'authorize', redirectUrl } });
    }
    case 'paypal.tokenize': {
      const email = 'johanna.brandt@meisterhand.example';
      const instrument = testCard({ kind: 'paypal_account', card_type: null, bin: '', last_four: '', email });
      const { nonce } = makeNonce(state, { instrument });
      const details = { email, payerInfo: { email, firstName: 'Johanna', lastName: 'Brandt' } };
      return json(202, { paypalAccounts: [{ nonce, type: 'PayPalAccount', details }] });
    }
    case 'apple.session':
      return json(201, { merchantSessionIdentifier: randomUUID(), expiresAt: 0 });
    case 'apple.tokenize': {
      const { nonce } = makeNonce(state, { instrument: testCard({ kind: 'apple_pay_card' }) });
      const details = { cardType: 'Visa', lastTwo: '11', lastFour: '1111' };
      return json(201, { applePayCards: [{ nonce, type: 'ApplePayCard', details }], body });
    }
    default:
      return json(404, { error: { message: 'No such call' } });
  }
}

/** Google's script, with the nonce that the provider will make of what its sheet answers. */
export async function googleScript(state: GatewayState): Promise<GatewayAnswer> {
  const { nonce } = makeNonce(state, { instrument: testCard({ kind: 'android_pay_card' }) });
  const script = await browserScript('google-pay');
  return { ...script, body: `window.googlePayNonce = '${nonce}';\n${script.body}` };
}

function json(status: number, value: unknown): GatewayAnswer {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}
