import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { noConsent, serialiseConsent } from '#core/rules/tracking/consent.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { ShopOptions } from '#test/e2e/support/start-shop.ts';

const run = promisify(execFile);

/** What the screens show in addition to the demo data. */
export interface FilledShop {
  /** Value of the cookie that says that consent was refused. */
  readonly consent: string;
  /** Addresses whose newest mail is shown. */
  readonly mails: { readonly code: string; readonly membership: string; readonly shipped: string };
  /** Code of an order that the back office shows. */
  readonly order: string;
}

const johanna = {
  ...{ salutation: 'none', firstname: 'Johanna', lastname: 'Brandt' },
  ...{ street: 'Burggasse', house_number: '14', postal_code: '1070', city: 'Wien', country: 'AT' },
};

/** Creates what mails and the back office show: a shipped book, a membership, a login code. */
export async function fillShop(site: string, place: ShopOptions): Promise<FilledShop> {
  const mails = {
    code: 'lernende@meisterhand.example',
    membership: 'membership@meisterhand.example',
    shipped: 'paket@meisterhand.example',
  };

  async function call(
    method: 'POST' | 'PATCH',
    path: string,
    language: 'de' | 'en',
    body: object,
    token = '',
  ) {
    const response = await fetch(`${site}/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-App-Language': language, 'X-Order-Token': token },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Buys one piece as a guest; returns the order code. */
  async function buy(language: 'de' | 'en', product_id: string, email: string): Promise<string> {
    const products = [{ product_id, quantity: 1 }];
    const { bundle_cart_unique_id: id } = await call('POST', 'cart/bundles', language, { products });
    await call('PATCH', 'cart/shipping_address', language, { id, email, ...johanna });
    const order = await call('POST', 'cart/order', language, {
      email,
      bundle_cart_unique_id: id,
      products: [],
    });
    const token = order.meta.order_token;
    await call('POST', 'cart/verify', language, { id: order.data.id }, token);
    await call(
      'POST',
      'cart/checkout',
      language,
      {
        id: order.data.id,
        payment_method_nonce: 'fake-valid-nonce',
        expected_total: order.data.attributes.amount_due,
        waiver_accepted: true,
        early_start_requested: true,
      },
      token,
    );
    return order.data.attributes.code;
  }

  const order = await buy('de', 'book-das-buch-vom-messen', mails.shipped);
  await buy('en', 'membership-masterpass', mails.membership);
  await run('npm', ['run', '--silent', 'shop', '--', 'ship', order, 'dhl', '00340434161094'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORT: String(place.port),
      SANDBOX_PORT: String(place.sandboxPort),
      DATA_DIR: place.dataDir,
      DATABASE_URL: '',
      HOST: '127.0.0.1',
    },
  });
  await call('POST', 'auth/code', 'de', { email: mails.code, locale: 'de' });
  return { consent: encodeURIComponent(serialiseConsent(noConsent, 'screens', 0)), mails, order };
}
