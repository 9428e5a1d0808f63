import { randomInt } from 'node:crypto';
import type { ApiProcess } from '#test/integration/support/api-process.ts';
import { vienna } from '#test/support/vienna.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses have any shape, each test states what it expects.
  readonly body: any;
  /** The value of the Retry-After header in seconds; null without this header. */
  readonly retryAfter: string | null;
}

export interface OpenOrder {
  readonly id: string;
  readonly code: string;
  /** Amount due in cents. */
  readonly due: number;
  readonly token: Record<string, string>;
}

/** Creates guests who shop over HTTP. `index` selects one of the servers. */
export function createApiShopper(servers: readonly ApiProcess[]) {
  async function call(
    index: number,
    method: string,
    path: string,
    body: object | null,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const server = servers[index % servers.length];
    const response = await fetch(`${server?.url}/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-App-Language': 'de',
        'X-Real-IP': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...headers,
      },
      body: body === null ? null : JSON.stringify(body),
    });
    const retryAfter = response.headers.get('Retry-After');
    return { status: response.status, body: await response.json(), retryAfter };
  }

  return {
    /** Stores a guest cart with an address, ready to be ordered. Returns its id. */
    async fillCart(index: number, product_id: string, code?: string): Promise<string> {
      const stored = await call(index, 'POST', '/cart/bundles', { products: [{ product_id, quantity: 1 }] });
      const id = stored.body.bundle_cart_unique_id;
      await call(index, 'PATCH', '/cart/shipping_address', { id, ...vienna });
      if (code !== undefined) await call(index, 'POST', '/code/apply', { id, code });
      return id;
    },
    async order(index: number, cartId: string, email: string): Promise<OpenOrder> {
      const request = { bundle_cart_unique_id: cartId, email };
      const { status, body } = await call(index, 'POST', '/cart/order', request);
      if (status !== 201) throw new Error(`Not ordered: ${JSON.stringify(body)}`);
      return {
        id: body.data.id,
        code: body.data.attributes.code,
        due: body.data.attributes.amount_due,
        token: { 'X-Order-Token': body.meta.order_token },
      };
    },
    pay(index: number, { id, due, token }: OpenOrder, nonce: string): Promise<Answer> {
      const request = { id, payment_method_nonce: nonce, expected_total: due, waiver_accepted: true };
      return call(index, 'POST', '/cart/checkout', request, token);
    },
    continuePayment(index: number, { id, token }: OpenOrder, step: 'check' | 'cancel'): Promise<Answer> {
      return call(index, 'POST', `/orders/${id}/action`, { step }, token);
    },
    async state(index: number, { id, token }: OpenOrder): Promise<string> {
      return (await call(index, 'GET', `/orders/${id}`, null, token)).body.data.attributes.state;
    },
  };
}
