import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultWorld } from './fault-world.ts';
import { offers } from './fault-world.ts';
import type { Patience, ShopApi } from './shop-api.ts';

/** What a shopper has to show in the end. */
export interface Purchase {
  readonly code: string;
  /** The shop has said that the order is paid. */
  readonly isPaid: boolean;
}

/**
 * Types a card into the provider's fields and answers its nonce; `card` counts the shopper's tries from 0, `amount` are
 * the cents that are due.
 */
export type ChooseNonce = (card: number, clientToken: string, amount: number) => Promise<string>;

const address = {
  salutation: 'ms',
  firstname: 'Johanna',
  lastname: 'Brandt',
  company: null,
  street: 'Ringstraße',
  house_number: '14',
  postal_code: '1010',
  city: 'Wien',
  country: 'AT',
  phone: null,
} as const;

/** Orders wait this long for their outcome before a shopper gives up; the shop promises five minutes. */
const outcomeMs = 300_000;
const pollMs = 300;
const mostCards = 8;

/**
 * Buys one thing as a guest and does what people do when the shop does not answer: the same again, until it is clear what
 * has become of the order. A declined or never charged card is followed by another one.
 */
export async function buy(
  api: ShopApi,
  world: FaultWorld,
  patience: Patience,
  choose: ChooseNonce = (card, clientToken) => chooseNonce(world, card, clientToken),
): Promise<Purchase> {
  const cart = await fillCart(api, patience);
  const email = `${randomUUID()}@meisterhand.example`;
  const ordered = await api.ask(
    { method: 'POST', path: '/cart/order', body: { bundle_cart_unique_id: cart, email } },
    patience,
  );
  if (ordered.status !== 201) throw new Error(`Not ordered: ${JSON.stringify(ordered.body)}`);
  const { id, attributes } = ordered.body.data;
  const headers = { 'X-Order-Token': ordered.body.meta.order_token };
  const due: number = attributes.amount_due;

  for (let card = 0; card < mostCards; card += 1) {
    const verified = await api.ask({ method: 'POST', path: '/cart/verify', body: { id }, headers }, patience);
    if (verified.status === 409) break;
    const nonce = due === 0 ? null : await choose(card, verified.body.client_token, due);
    const wish = { id, payment_method_nonce: nonce, expected_total: due, waiver_accepted: true };
    const paid = await api.ask({ method: 'POST', path: '/cart/checkout', body: wish, headers }, patience);
    if (paid.status === 409 && paid.body.errors[0].code === 'TOTAL_CHANGED')
      throw new Error('The total changed although nothing in the cart did');
    if ((await outcome(api, id, headers, patience)) === 'paid') break;
  }
  const state = await outcome(api, id, headers, patience);
  return { code: attributes.code, isPaid: state === 'paid' };
}

async function fillCart(api: ShopApi, patience: Patience): Promise<string> {
  const kind = randomInt(10);
  const product_id = kind < 6 ? offers.course : offers.book;
  const stored = await api.ask(
    { method: 'POST', path: '/cart/bundles', body: { products: [{ product_id, quantity: 1 }] } },
    patience,
  );
  const id: string = stored.body.bundle_cart_unique_id;
  await api.ask({ method: 'PATCH', path: '/cart/shipping_address', body: { id, ...address } }, patience);
  // Some carts are lowered by a coupon, some are paid from a voucher.
  const code = [offers.coupon, offers.coupon, offers.voucher][kind - 3];
  if (code !== undefined)
    await api.ask({ method: 'POST', path: '/code/apply', body: { id, code } }, patience);
  return id;
}

/** First cards often bring trouble: lost answers before and after the charge, declines. */
async function chooseNonce(world: FaultWorld, card: number, clientToken: string): Promise<string> {
  const luck = card === 0 ? randomInt(100) : 100;
  if (luck < 12) return 'fake-timeout-after-charge-nonce';
  if (luck < 24) return 'fake-timeout-before-charge-nonce';
  if (luck < 32) return 'fake-processor-declined-visa-nonce';
  return tokenize(world, clientToken);
}

/** Types a card into the gateway's fields. The gateway may be away for a while, too. */
async function tokenize({ gatewayUrl }: FaultWorld, client_token: string): Promise<string> {
  const card = {
    client_token,
    cardholder_name: 'Johanna Brandt',
    number: '4111111111111111',
    expiration_month: 12,
    expiration_year: new Date().getUTCFullYear() + 1,
    cvv: '123',
  };
  for (const deadline = Date.now() + outcomeMs; Date.now() < deadline; await pause(pollMs)) {
    try {
      const answer = await fetch(`${gatewayUrl}/client/tokenize`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(card),
        signal: AbortSignal.timeout(5_000),
      });
      if (answer.status === 201) return ((await answer.json()) as { nonce: string }).nonce;
    } catch {
      // Away: the card form shows "try again".
    }
  }
  throw new Error('The gateway did not come back');
}

/** The state of the order once its money is no longer on its way. */
async function outcome(
  api: ShopApi,
  id: string,
  headers: Record<string, string>,
  patience: Patience,
): Promise<string> {
  for (const deadline = Date.now() + outcomeMs; Date.now() < deadline; await pause(pollMs)) {
    const { body } = await api.ask({ method: 'GET', path: `/orders/${id}`, headers }, patience);
    const { state } = body.data.attributes;
    if (state !== 'charging' && state !== 'unknown') return state;
  }
  return 'unknown';
}
