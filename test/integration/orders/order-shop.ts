import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { createBankTransferGateway } from '#adapters/payments/bank-transfer/server/bank-transfer-gateway.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { orderSubscribers } from '#app/wiring/order-subscribers.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { createCatalogueCache } from '#server/carts/pricing-catalogue.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { checkOutOrder, verifyOrder } from '#server/orders/check-out-order.ts';
import { createOrder } from '#server/orders/create-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import type { Caller } from '#server/platform/caller.ts';
import { alwaysChanged } from '#server/platform/database/catalogue-changes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { firstCardGateway } from '#server/platform/payment-gateways.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { insertRows, rowOf } from '#test/integration/support/rows.ts';
import { testSettings, testStart } from '#test/integration/support/test-settings.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';
import { vienna } from '#test/support/vienna.ts';

interface CartOptions {
  readonly lines: Readonly<Record<string, number>>;
  readonly coupon?: string;
  readonly voucherId?: string;
  readonly userId?: string;
}

/** Creates the order services of the server on a real database. The test controls the gateway and the clock. */
export function createOrderShop(db: Kysely<Database>, own: Partial<OrderContext['settings']> = {}) {
  let now = testStart;
  const clock = { now: () => now };
  const gateway = createMemoryPaymentGateway();
  const surprises: unknown[] = [];
  const context: OrderContext = {
    db,
    clock,
    ids: createServerIds(clock),
    passwords: { hash: async (password) => password, verify: async (hash, password) => hash === password },
    gateways: [gateway, createBankTransferGateway({ db, clock, ids: createServerIds(clock) })],
    pastGateways: [],
    media: noMedia,
    orderSubscribers,
    catalogue: createCatalogueCache(alwaysChanged),
    settings: { ...testSettings, ...own },
    log: { info() {}, warn() {}, error: (event, cause) => surprises.push({ event, cause }) },
    nextResponseStep: setImmediate,
  };

  async function storeCart({ lines, coupon, voucherId, userId }: CartOptions): Promise<string> {
    const id = randomUUID();
    const publicId = context.ids.token(16);
    await insertRows(db, 'carts', {
      id,
      public_id: publicId,
      user_id: userId ?? null,
      email: null,
      shipping_address: JSON.stringify(vienna),
      coupon_code: coupon ?? null,
      campaign: null,
      voucher_id: voucherId ?? null,
      updated_at: new Date(now),
    });
    await insertRows(
      db,
      'cart_lines',
      Object.entries(lines).map(([product_id, quantity], position) => ({
        cart_id: id,
        product_id,
        quantity,
        position,
      })),
    );
    return publicId;
  }

  function callerFor(orderId: string | null, userId: string | null = null): Caller {
    return {
      user: userId === null ? null : { id: userId, sessionId: randomUUID() },
      operator: null,
      orderToken: orderId === null ? null : orderToken(context, orderId),
      locale: 'de',
      // Each order from its own network address: limits by address have tests of their own.
      address: orderId ?? '127.0.0.1',
      device: '',
    };
  }

  async function order(cartId: string, email: string, userId: string | null = null) {
    return createOrder(context, callerFor(null, userId), {
      email,
      template: 'order',
      bundle_cart_unique_id: cartId,
      products: [],
    });
  }

  async function pay(
    orderId: string,
    nonce: string | null,
    expectedTotal: number,
    userId: string | null = null,
    paymentGateway: CardGateway = firstCardGateway(context),
    early_start_requested = false,
  ) {
    const payment = { ...paymentOf(orderId, nonce, expectedTotal), early_start_requested };
    return checkOutOrder(withCardGateway(context, paymentGateway), callerFor(orderId, userId), payment);
  }

  /** Returns the nonce with which an order is paid by bank transfer; an invalid one if no transfer is offered. */
  async function transferNonce(orderId: string, server = context): Promise<string> {
    const verified = await verifyOrder(server, callerFor(orderId), orderId);
    return (verified.ok ? verified.value.transfer_nonce : null) ?? 'bank-transfer:not-offered';
  }

  /** Returns the stock of a product; throws if it has none. */
  async function stockOf(productId: string): Promise<number> {
    const { stock } = await rowOf(db, 'products', { id: productId });
    if (stock === null) throw new Error(`${productId} has no stock`);
    return stock;
  }

  return {
    context,
    gateway,
    stockOf,
    /** Returns the charges of an order at the gateway. */
    chargesOf: (code: string) => gateway.ledger().charges.filter(({ order_code }) => order_code === code),
    /** Errors that the server reported as its own faults; a test expects none. */
    surprises,
    storeCart,
    callerFor,
    order,
    pay,
    transferNonce,
    advance(milliseconds: number) {
      now += milliseconds;
    },
    resolve: () => resolveUnknownPayments(context),
    /** Orders a cart, by default for somebody new, and returns the order. Throws if the order is refused. */
    async ordered(
      cartId: string,
      email = `${randomUUID()}@meisterhand.example`,
      userId: string | null = null,
    ) {
      const created = await order(cartId, email, userId);
      if (!created.ok) throw new Error(`The cart could not be ordered: ${created.error.code}`);
      return created.value.data;
    },
  };
}

/** Refunds all of an order, as an operator does. */
export const refundWhole = (context: OrderContext, order_id: string, includes_shipping = true) =>
  inTransaction(context.db, (trx) =>
    createRefund(trx, context, { order_id, lines: 'all', includes_shipping, cause: 'operator' }),
  );

/** Returns the gift codes that an order has bought, in the order of their ids. */
export const giftCodesOf = (db: Kysely<Database>, orderId: string) =>
  db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .selectAll('gift_codes')
    .where('order_lines.order_id', '=', orderId)
    .orderBy('gift_codes.id')
    .execute();

/** Returns the payment request of a buyer who accepts that digital content begins at once. */
export const paymentOf = (id: string, payment_method_nonce: string | null, expected_total: number) => ({
  id,
  payment_method_nonce,
  expected_total,
  device_data: null,
  save_payment_method: false,
  waiver_accepted: true,
  early_start_requested: false,
});

interface ProductOptions {
  readonly id: string;
  readonly kind: 'course' | 'book' | 'voucher' | 'gift' | 'membership' | 'subscription' | 'gift_box';
  readonly price: number;
  readonly stock?: number;
  /** The id of the course that a gift or gift box contains. */
  readonly gives?: string;
}

/** Inserts a product that is on sale. */
export async function sellProduct(
  db: Kysely<Database>,
  { id, kind, price, stock, gives }: ProductOptions,
): Promise<void> {
  const text = {
    title: id,
    subtitle: '',
    picture_alt: '',
    category_title: `Alles aus ${kind}`,
    group_title: null,
  };
  await insertRows(db, 'products', {
    id,
    kind,
    slug: id,
    position: 1,
    price_cents: price,
    monthly_price_cents:
      kind === 'membership' ? Math.round(price / 12) : kind === 'subscription' ? price : null,
    stock: stock ?? null,
    max_per_order: null,
    is_shipped: kind === 'book' || kind === 'gift_box',
    is_fixed_price: kind === 'book',
    master_slug: null,
    category_identifier: kind,
    group_identifier: null,
    picture: id,
    card: JSON.stringify({ de: text, en: text }),
    texts: JSON.stringify({ de: text, en: text }),
    details: JSON.stringify(gives === undefined ? {} : { gives: { kind: 'course', product_id: gives } }),
    search_de: '',
    search_en: '',
    search_words_de: '',
    search_words_en: '',
  });
}

interface PromotionOptions {
  readonly code: string;
  readonly percent: number;
  readonly totalLimit?: number;
  readonly perCustomerLimit?: number;
}

/** Inserts a percent coupon. */
export async function offerCoupon(
  db: Kysely<Database>,
  { code, percent, totalLimit, perCustomerLimit }: PromotionOptions,
): Promise<void> {
  await insertRows(db, 'promotions', {
    id: code,
    kind: 'percent',
    value: percent,
    valid_from: null,
    valid_until: null,
    total_limit: totalLimit ?? null,
    per_customer_limit: perCustomerLimit ?? null,
    minimum_subtotal_cents: null,
    product_ids: null,
    kinds: null,
    campaign: null,
    free_product_id: null,
  });
  await db.insertInto('coupon_codes').values({ code, promotion_id: code }).execute();
}

/** The setting of a shop with bank transfers. */
export const bankTransfer = {
  account_holder: 'Meisterhand GmbH',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  term_days: 7,
};

/** Inserts a voucher with its first ledger entry and returns its id. `balance` is in cents. */
export async function giveVoucher(db: Kysely<Database>, balance: number): Promise<string> {
  const id = randomUUID();
  const created_at = new Date(testStart);
  await insertRows(db, 'gift_codes', {
    id,
    code: `V-${id}`,
    kind: 'voucher',
    product_id: null,
    initial_cents: balance,
    balance_cents: balance,
    order_line_id: null,
    created_at,
  });
  await insertRows(db, 'voucher_entries', {
    id: randomUUID(),
    gift_code_id: id,
    order_id: null,
    amount_cents: balance,
    cause: 'issued',
    happened_at: created_at,
  });
  return id;
}
