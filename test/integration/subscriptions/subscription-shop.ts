import { randomUUID } from 'node:crypto';
import { calendarDay, startOfDay } from '#core/rules/calendar.ts';
import type { UserCaller } from '#server/caller.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';

import { createOrderShop, offerCoupon, sellProduct, vienna } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

/** Cents a year and a month. */
export const prices = { membership: 18_000, subscription: 1_900 } as const;

type Kind = keyof typeof prices;

/** Twenty days, in milliseconds: shorter than the time between a reminder and its renewal. */
const stride = 20 * 86_400_000;

interface Purchase {
  readonly nonce?: string;
  readonly coupon?: string;
  /** Cents that are due after the coupon. */
  readonly due?: number;
  /** Where the buyer lives; Vienna when left out. */
  readonly country?: string;
}

/** The orders part of the server with a membership and a subscription on sale; time stands until the test moves it. */
export async function openSubscriptionShop() {
  const { db, connectionString } = await openTestDatabase();
  const shop = createOrderShop(db);
  const { context } = shop;
  await sellProduct(db, { id: 'masterpass', kind: 'membership', price: prices.membership });
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: prices.subscription });
  await sellProduct(db, { id: 'course', kind: 'course', price: 8_900 });
  await offerCoupon(db, { code: 'HALF', percent: 50 });
  await offerCoupon(db, { code: 'FREE', percent: 100 });

  async function subscriptionOf(orderId: string): Promise<SubscriptionRow> {
    const byOrder = db.selectFrom('subscriptions').selectAll().where('order_id', '=', orderId);
    return byOrder.executeTakeFirstOrThrow();
  }

  async function settle(run: () => Promise<number>): Promise<void> {
    while ((await run()) > 0);
  }

  return {
    ...shop,
    db,
    connectionString,
    today: () => calendarDay(context.clock.now()),
    /** A guest buys, as the shop's pages do; answers the subscription, or null while the charge's outcome is unknown. */
    async buy(
      kind: Kind,
      { nonce = 'fake-valid-nonce', coupon, due = prices[kind], country = 'AT' }: Purchase = {},
    ) {
      const lines = { [kind === 'membership' ? 'masterpass' : 'monthly']: 1 };
      const cart = await shop.storeCart({ lines, ...(coupon === undefined ? {} : { coupon }) });
      await db
        .updateTable('carts')
        .set({ shipping_address: JSON.stringify({ ...vienna, country }) })
        .where('public_id', '=', cart)
        .execute();
      const order = await shop.ordered(cart, `${randomUUID()}@meisterhand.example`);
      const paid = await shop.pay(order.id, nonce, due);
      if (!paid.ok) throw new Error(`Not paid: ${paid.error.code}`);
      return subscriptionOf(order.id);
    },
    subscription: (id: string): Promise<SubscriptionRow> =>
      db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ownerOf: (subscription: SubscriptionRow): UserCaller => ({
      ...shop.callerFor(null),
      user: { id: subscription.user_id, sessionId: randomUUID() },
    }),
    /** Orders of the subscription's renewals with their attempts, oldest first. */
    renewals: (id: string) =>
      db
        .selectFrom('orders')
        .select(['id', 'code', 'period_number', 'state', 'total_cents', 'completed_at'])
        .where('subscription_id', '=', id)
        .orderBy('period_number')
        .execute(),
    async mails(subscription: SubscriptionRow): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('outbox')
        .innerJoin('users', 'users.email', 'outbox.recipient')
        .select('template')
        .where('users.id', '=', subscription.user_id)
        .orderBy('outbox.created_at')
        .orderBy('outbox.id')
        .execute();
      return rows.map(({ template }) => template).filter((template) => template !== 'set_password');
    },
    /** Moves the clock to ten minutes into a day, and lets the jobs do what is due then; reminders go out on the way. */
    async goTo(day: string) {
      const target = startOfDay(day) + 600_000;
      while (target - context.clock.now() > stride) {
        shop.advance(stride);
        await settle(() => remindOfRenewals(context));
      }
      shop.advance(target - context.clock.now());
      await settle(() => remindOfRenewals(context));
      await settle(() => renewSubscriptions(context));
    },
    renew: () => settle(() => renewSubscriptions(context)),
    remind: () => settle(() => remindOfRenewals(context)),
  };
}

export type SubscriptionShop = Awaited<ReturnType<typeof openSubscriptionShop>>;
