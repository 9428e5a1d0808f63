import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { proveMailbox } from '#server/accounts/email-confirmation.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import type { Decision } from '#server/consumer-rights/decision.ts';
import { decideAsOperator } from '#server/consumer-rights/operator-decision.ts';
import { type NewDeclaration, recordDeclaration } from '#server/consumer-rights/record-declaration.ts';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { saveProgress } from '#server/learning/activities.ts';
import { contentAccess, recordContentUse } from '#server/orders/delivery/content-access.ts';
import { recordConfirmation } from '#server/orders/delivery/promise-contents.ts';
import { deliverOrder, shipOrder } from '#server/orders/delivery/shipments.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import type { RefundRequest } from '#server/payments/decide-refund.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';

export const days = (count: number) => count * 86_400_000;

interface Purchase {
  readonly lines: Readonly<Record<string, number>>;
  readonly coupon?: string;
  readonly voucherId?: string;
  readonly email?: string;
  readonly earlyStart?: boolean;
  /** Gifts and vouchers are printed on cards and sent. */
  readonly isPrinted?: boolean;
}

/** A paid order with the data that its buyer enters in a declaration. */
export interface BoughtOrder {
  readonly id: string;
  readonly code: string;
  readonly email: string;
  /** Total in cents. */
  readonly total: number;
}

/** Inserts products of every legal profile for the tests of consumer rights. */
export async function sellEveryKind(db: Kysely<Database>): Promise<void> {
  await sellProduct(db, { id: 'course', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'other-course', kind: 'course', price: 9900 });
  await sellProduct(db, { id: 'book', kind: 'book', price: 2490, stock: 1000 });
  await sellProduct(db, { id: 'box', kind: 'gift_box', price: 4900, stock: 1000 });
  await sellProduct(db, { id: 'gift', kind: 'gift', price: 8900, gives: 'other-course' });
  await sellProduct(db, { id: 'voucher', kind: 'voucher', price: 5000 });
  await sellProduct(db, { id: 'pass', kind: 'membership', price: 18_000 });
  for (const [id, course_id, is_free] of [
    ['course-1', 'course', true],
    ['course-2', 'course', false],
    ['other-course-1', 'other-course', false],
  ] as const) {
    await insertRows(db, 'lessons', {
      id,
      course_id,
      position: 1,
      part: 1,
      length_seconds: 60,
      is_free,
      texts: '{}',
    });
  }
}

/** Creates the order shop with functions for withdrawals and refunds. */
export function createRightsShop(db: Kysely<Database>) {
  const shop = createOrderShop(db);
  const { context } = shop;

  /** Creates an account with a confirmed address, and returns its id. */
  function someUser(): Promise<string> {
    const email = `${randomUUID()}@meisterhand.example`;
    return inTransaction(db, async (trx) => {
      const { user_id } = await createPurchaseAccount(trx, context, { email, locale: 'de' });
      await proveMailbox(trx, user_id, new Date(context.clock.now()));
      return user_id;
    });
  }

  async function redeem(code: string, userId: string): Promise<void> {
    const request = { userId, code, address: randomUUID(), locale: 'de' } as const;
    const redeemed = await inTransaction(db, (trx) => redeemCode(trx, context, request));
    if (!redeemed.ok) throw new Error(redeemed.error.code);
  }

  /** Redeems the next unused code of a product of an order for a new account, and returns the id of the account. */
  async function redeemGift(orderId: string, productId: string): Promise<string> {
    const { code } = await db
      .selectFrom('gift_codes')
      .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
      .select('gift_codes.code')
      .where('order_lines.order_id', '=', orderId)
      .where('order_lines.product_id', '=', productId)
      .where('redeemed_at', 'is', null)
      .orderBy('gift_codes.id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const userId = await someUser();
    await redeem(code, userId);
    return userId;
  }

  /** Downloads the film of a paid lesson, if the user may watch it. Returns the state of the access. */
  async function watch(userId: string, courseId: string, lessonId: string) {
    const wanted = { userId, courseId, lessonId };
    const access = await contentAccess(db, context, wanted);
    if (access.state === 'open') await recordContentUse(db, context, wanted, access.unnoted);
    return access.state;
  }

  async function printCards(publicId: string): Promise<void> {
    const { id: cart_id } = await rowOf(db, 'carts', { public_id: publicId });
    const custom_properties = JSON.stringify({ delivery: 'parcel' });
    await changeRows(db, 'cart_lines', { cart_id }, { custom_properties });
  }

  return {
    /** Returns the lines of an order, in order. */
    linesOf(orderId: string) {
      return rowsOf(db, 'order_lines', { order_id: orderId }, '*', 'position');
    },

    /** Returns the amounts in cents that the gateway has refunded of an order. */
    gatewayRefunds(orderCode: string): readonly number[] {
      const { charges, refunds } = shop.gateway.ledger();
      const own = charges
        .filter((charge) => charge.order_code === orderCode)
        .map((charge) => charge.transaction_id);
      return refunds
        .filter((refund) => own.includes(refund.transaction_id))
        .map((refund) => Number(refund.amount));
    },

    ...shop,
    async buy({
      lines,
      coupon,
      voucherId,
      earlyStart = false,
      isPrinted = false,
      email = `${randomUUID()}@meisterhand.example`,
    }: Purchase): Promise<BoughtOrder> {
      const cart = await shop.storeCart({
        lines,
        ...(coupon === undefined ? {} : { coupon }),
        ...(voucherId === undefined ? {} : { voucherId }),
      });
      if (isPrinted) await printCards(cart);
      const order = await shop.ordered(cart, email);
      const { code, total, amount_due } = order.attributes;
      const paid = await shop.pay(
        order.id,
        amount_due === 0 ? null : 'fake-valid-nonce',
        amount_due,
        null,
        shop.gateway,
        earlyStart,
      );
      if (!paid.ok) throw new Error(`Not paid: ${paid.error.code}`);
      return { id: order.id, code, email, total };
    },
    refund: (request: Omit<RefundRequest, 'cause'>) =>
      inTransaction(db, (trx) => createRefund(trx, context, { cause: 'operator', ...request })),
    settle: () => settleRefunds(context),
    declare: (declaration: NewDeclaration, address = randomUUID()) =>
      recordDeclaration(context, declaration, { address, locale: 'de' }),
    decide: () => decideDeclarations(context),
    /** Decides a declaration as an operator. */
    answer: (reference: string, decision: Parameters<typeof decideAsOperator>[2]) =>
      decideAsOperator(context, reference, decision),
    /** Declares a withdrawal and decides it. Returns the stored declaration. */
    async withdraw(
      { code, email }: Pick<BoughtOrder, 'code' | 'email'>,
      lines: readonly { readonly id: string; readonly quantity: number | null }[] | null = null,
    ) {
      const { reference } = await recordDeclaration(
        context,
        { kind: 'withdrawal', code, email, name: 'Johanna Brandt', details: { lines, reason: null } },
        { address: randomUUID(), locale: 'de' },
      );
      await decideDeclarations(context);
      return readDeclaration(db, reference);
    },
    /** Stores that the confirmation of every order was mailed. */
    async deliverConfirmations() {
      const orders = await db.selectFrom('orders').select('id').where('confirmed_at', 'is', null).execute();
      for (const { id } of orders) await recordConfirmation(db, context, id, 'mail');
    },
    async ship(orderId: string, delivered: boolean) {
      const { code } = await rowOf(db, 'orders', { id: orderId });
      await shipOrder(context, code, { carrier: 'dhl', tracking_code: null });
      if (delivered) await deliverOrder(context, code);
    },
    /** Stores that the buyer has watched a lesson, as the player reports it, with a date before the purchase. */
    async play(orderId: string, lesson_id: string) {
      const { user_id } = await rowOf(db, 'orders', { id: orderId });
      const saved = await saveProgress(context, {
        userId: user_id ?? '',
        lesson: lesson_id,
        position_seconds: 10,
        is_finished: false,
        watched_at: '2020-01-01T00:00:00.000Z',
      });
      if (!saved.ok) throw new Error(saved.error.code);
    },
    /** Downloads the film of a paid lesson as the buyer of an order. Returns the state of the access. */
    async download(orderId: string, lessonId: string) {
      const { user_id } = await rowOf(db, 'orders', { id: orderId });
      return watch(user_id ?? '', 'course', lessonId);
    },
    watch,
    someUser,
    redeem,
    redeemGift,
    /** Redeems the next unused code of a product of an order for a new account, and downloads a film of its course. */
    async watchGift(orderId: string, productId: string): Promise<void> {
      const userId = await redeemGift(orderId, productId);
      const state = await watch(userId, 'other-course', 'other-course-1');
      if (state !== 'open') throw new Error(`The code opens nothing: ${state}`);
    },
    /** Returns the occasions on which the outcome of a declaration was mailed. */
    async outcomeMails(reference: string): Promise<readonly string[]> {
      const { row } = await readDeclaration(db, reference);
      const mails = await db
        .selectFrom('outbox')
        .select('dedupe_key')
        .where('dedupe_key', 'like', `withdrawal_outcome:${row.id}:%`)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return mails.map(({ dedupe_key }) => dedupe_key?.split(':').at(-1) ?? '');
    },
    refundsOf: (orderId: string) => rowsOf(db, 'refunds', { order_id: orderId }, '*', 'created_at', 'id'),
    /** Returns the amount in cents of each refund of an order by card. */
    async amountsBack(order_id: string): Promise<readonly number[]> {
      const refunds = await rowsOf(db, 'refunds', { order_id }, ['amount_cents'], 'created_at', 'id');
      return refunds.map(({ amount_cents }) => amount_cents);
    },
    async stateOf(orderId: string) {
      const row = await rowOf(db, 'orders', { id: orderId });
      return row.state;
    },
    mailsTo: async (email: string) => {
      const rows = await rowsOf(db, 'outbox', { recipient: email }, ['template'], 'id');
      return rows.map((row) => row.template);
    },
  };
}

/** Returns a stored declaration with the result, amount and quantity of each line, of several results the first. */
export async function readDeclaration(db: Kysely<Database>, reference: string) {
  const row = await rowOf(db, 'declarations', { reference });
  const decision = row.decision as Decision;
  const lines = (decision.lines ?? []).toReversed();
  const results = Object.fromEntries(lines.map((line) => [line.title, line.result]));
  const amounts = Object.fromEntries(lines.map((line) => [line.title, line.amount]));
  const quantities = Object.fromEntries(lines.map((line) => [line.title, line.quantity]));
  return { reference, state: row.state, decision, results, amounts, quantities, row };
}
