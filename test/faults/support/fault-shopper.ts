import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { vienna } from '#test/support/vienna.ts';
import { type FaultWorld, offers } from './fault-world.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the response body has a different shape for each endpoint.
  readonly body: any;
}

/** How long a shopper repeats a request. */
interface CallOptions {
  /** Milliseconds during which a failed request is repeated. */
  readonly forOneCall: number;
  /** Whether a refused call is repeated after its `Retry-After`, as people do; default: at once. */
  readonly isPatient?: boolean;
}

/** Problems that all requests of a `ShopApi` have had so far. */
interface Troubles {
  /** Number of requests without a response: connection refused, connection cut, timeout. */
  unanswered: number;
  /** Number of responses with status 503 and a Retry-After header. */
  unavailable: number;
  /** Forbidden responses: other 5xx, 503 without Retry-After, a response that is not JSON. */
  readonly wrong: string[];
  /** Duration of the slowest response in milliseconds. */
  slowest: number;
}

/** The shop's API as a client behind a load balancer uses it: each request goes to a random server. */
export interface ShopApi {
  readonly troubles: Troubles;
  /**
   * Repeats the request until the shop responds with a status other than 5xx. Throws when `patience` is over.
   */
  call(call: Call, patience: CallOptions): Promise<ApiResponse>;
}

const againMs = 150;
const responseMs = 40_000;

export function createShopApi(servers: readonly string[], send: typeof fetch = fetch): ShopApi {
  const troubles: Troubles = { unanswered: 0, unavailable: 0, wrong: [], slowest: 0 };

  /** Returns the response, or after how many milliseconds the request may be made again. */
  async function once({ method, path, body, headers }: Call): Promise<ApiResponse | number> {
    const begun = performance.now();
    let response: Response;
    let text: string;
    try {
      response = await send(`${servers[randomInt(servers.length)]}/api${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          'X-App-Language': 'de',
          'X-Real-IP': randomAddress(),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(responseMs),
      });
      text = await response.text();
    } catch {
      troubles.unanswered += 1;
      return againMs;
    }
    troubles.slowest = Math.max(troubles.slowest, performance.now() - begun);
    const { status } = response;
    if (status === 503 && response.headers.has('Retry-After')) {
      troubles.unavailable += 1;
      return 1_000 * Number(response.headers.get('Retry-After'));
    }
    if (status >= 500 || !response.headers.get('Content-Type')?.startsWith('application/json')) {
      troubles.wrong.push(
        `${method} ${path.replace(/\/[0-9a-f-]{36}/, '/:id')}: ${status} ${text.slice(0, 200)}`,
      );
      return againMs;
    }
    return { status, body: JSON.parse(text) };
  }

  return {
    troubles,
    async call(call, { forOneCall, isPatient = false }) {
      for (const deadline = Date.now() + forOneCall; Date.now() < deadline; ) {
        const result = await once(call);
        if (typeof result !== 'number') return result;
        await pause(isPatient ? result : againMs);
      }
      throw new Error(`${call.method} ${call.path} got no response within ${forOneCall / 1000} s`);
    },
  };
}

/** Returns a random client address: a single one for all calls would exceed the rate limits by network. */
export function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/**
 * Returns the API for one shopper, whose requests all come from one client address: the shop limits declined payments
 * by address.
 */
function fromOneAddress(api: ShopApi): ShopApi {
  const address = randomAddress();
  return {
    troubles: api.troubles,
    call: (call, patience) =>
      api.call({ ...call, headers: { 'X-Real-IP': address, ...call.headers } }, patience),
  };
}

/** The result of one checkout. */
export interface Purchase {
  readonly code: string;
  /** Whether the API has reported the order as paid, or as refunded since. */
  readonly isPaid: boolean;
}

/**
 * Returns a payment nonce for a card. `card` is the number of the shopper's attempt, from 0; `amount` is the
 * amount due in cents.
 */
export type ChooseNonce = (card: number, clientToken: string, amount: number) => Promise<string>;

/** Milliseconds for which a shopper waits for the outcome of an order; the shop promises five minutes. */
const outcomeMs = 300_000;
const pollMs = 300;
const mostCards = 8;

/**
 * Buys one product as a guest. Repeats requests without a response until the state of the order is known.
 * After a declined or failed payment the shopper tries another card.
 */
export async function buy(
  shop: ShopApi,
  world: FaultWorld,
  patience: CallOptions,
  choose: ChooseNonce = sandboxCards(world),
  product: string = randomProduct(),
): Promise<Purchase> {
  const api = fromOneAddress(shop);
  const cart = await fillCart(api, patience, product);
  const email = `${randomUUID()}@meisterhand.example`;
  const ordered = await api.call(
    { method: 'POST', path: '/cart/order', body: { bundle_cart_unique_id: cart, email } },
    patience,
  );
  if (ordered.status !== 201) throw new Error(`Not ordered: ${JSON.stringify(ordered.body)}`);
  const { id, attributes } = ordered.body.data;
  const headers = { 'X-Order-Token': ordered.body.meta.order_token };
  const due: number = attributes.amount_due;

  for (let card = 0; card < mostCards; card += 1) {
    const verified = await api.call(
      { method: 'POST', path: '/cart/verify', body: { id }, headers },
      patience,
    );
    if (verified.status === 409) break;
    const nonce = due === 0 ? null : await choose(card, verified.body.client_token, due);
    const body = {
      id,
      payment_method_nonce: nonce,
      expected_total: due,
      waiver_accepted: true,
      early_start_requested: true,
    };
    const paid = await api.call({ method: 'POST', path: '/cart/checkout', body, headers }, patience);
    if (paid.status === 409 && paid.body.errors[0].code === 'TOTAL_CHANGED')
      throw new Error('The total changed although nothing in the cart did');
    if ((await outcome(api, id, headers, patience)) === 'paid') break;
  }
  const state = await outcome(api, id, headers, patience);
  return { code: attributes.code, isPaid: state === 'paid' || state === 'refunded' };
}

function randomProduct(): string {
  return randomInt(10) < 6 ? offers.course : offers.book;
}

async function fillCart(api: ShopApi, patience: CallOptions, product_id: string): Promise<string> {
  const stored = await api.call(
    { method: 'POST', path: '/cart/bundles', body: { products: [{ product_id, quantity: 1 }] } },
    patience,
  );
  const id: string = stored.body.bundle_cart_unique_id;
  await api.call({ method: 'PATCH', path: '/cart/shipping_address', body: { id, ...vienna } }, patience);
  // Half of the carts with a course have a coupon or are paid with a voucher.
  const codes = [offers.coupon, offers.coupon, offers.voucher];
  const code = product_id === offers.course ? codes[randomInt(6)] : undefined;
  if (code !== undefined)
    await api.call({ method: 'POST', path: '/code/apply', body: { id, code } }, patience);
  return id;
}

/** Returns a function that chooses cards of the sandbox gateway. */
export function sandboxCards(world: FaultWorld): ChooseNonce {
  return (card, clientToken) => chooseNonce(world, card, clientToken);
}

/** Returns a nonce. A first card often causes a lost response, before or after the charge, or a decline. */
async function chooseNonce(world: FaultWorld, card: number, clientToken: string): Promise<string> {
  const luck = card === 0 ? randomInt(100) : 100;
  if (luck < 12) return 'fake-timeout-after-charge-nonce';
  if (luck < 24) return 'fake-timeout-before-charge-nonce';
  if (luck < 32) return 'fake-processor-declined-visa-nonce';
  return tokenize(world, clientToken);
}

/** Returns the sandbox gateway's nonce for a card. Repeats the request while the gateway is unavailable. */
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
      const response = await fetch(`${gatewayUrl}/client/tokenize`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(card),
        signal: AbortSignal.timeout(5_000),
      });
      if (response.status === 201) return ((await response.json()) as { nonce: string }).nonce;
    } catch {
      // The gateway is unavailable: the card form would show an error, and the shopper would try again.
    }
  }
  throw new Error('The gateway did not come back');
}

/**
 * Waits until the order's payment has an outcome, and returns the state of the order; `unknown` after a
 * timeout.
 */
async function outcome(
  api: ShopApi,
  id: string,
  headers: Record<string, string>,
  patience: CallOptions,
): Promise<string> {
  for (const deadline = Date.now() + outcomeMs; Date.now() < deadline; await pause(pollMs)) {
    const { body } = await api.call({ method: 'GET', path: `/orders/${id}`, headers }, patience);
    const { state } = body.data.attributes;
    if (state !== 'charging' && state !== 'unknown') return state;
  }
  return 'unknown';
}
