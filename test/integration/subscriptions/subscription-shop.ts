import { randomUUID } from 'node:crypto';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import type { UserCaller } from '#server/platform/caller.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { createOrderShop, offerCoupon, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { vienna } from '#test/support/vienna.ts';

/** Prices in cents: the membership per year, the subscription per month. */
export const prices = { membership: 18_000, subscription: 1_900 } as const;

type Kind = keyof typeof prices;

/** 20 days in milliseconds: shorter than the time between a reminder and its renewal. */
const stride = 20 * 86_400_000;

interface Purchase {
  readonly nonce?: string;
  readonly coupon?: string;
  /** The amount due in cents after the coupon. */
  readonly due?: number;
  /** The buyer's country; Austria by default. */
  readonly country?: string;
}

/**
 * Creates the order services of the server with a membership and a subscription on sale. Only the test
 * advances the clock.
 */
export async function openSubscriptionShop() {
  const { db, connectionString } = await openTestDatabase();
  const shop = createOrderShop(db);
  const { context } = shop;
  await sellProduct(db, { id: 'masterpass', kind: 'membership', price: prices.membership });
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: prices.subscription });
  await sellProduct(db, { id: 'course', kind: 'course', price: 8_900 });
  await offerCoupon(db, { code: 'HALF', percent: 50 });
  await offerCoupon(db, { code: 'FREE', percent: 100 });

  async function settle(run: () => Promise<number>): Promise<void> {
    while ((await run()) > 0);
  }

  return {
    ...shop,
    db,
    connectionString,
    today: () => calendarDay(context.clock.now()),
    /**
     * Buys as a guest through the same services as the shop's pages. Returns the subscription, or null while
     * the outcome of the charge is unknown.
     */
    async buy(
      kind: Kind,
      { nonce = 'fake-valid-nonce', coupon, due = prices[kind], country = 'AT' }: Purchase = {},
    ) {
      const lines = { [kind === 'membership' ? 'masterpass' : 'monthly']: 1 };
      const cart = await shop.storeCart({ lines, ...(coupon === undefined ? {} : { coupon }) });
      const address = { shipping_address: JSON.stringify({ ...vienna, country }) };
      await changeRows(db, 'carts', { public_id: cart }, address);
      const order = await shop.ordered(cart);
      const paid = await shop.pay(order.id, nonce, due);
      if (!paid.ok) throw new Error(`Not paid: ${paid.error.code}`);
      return rowOf(db, 'subscriptions', { order_id: order.id });
    },
    subscription: (id: string): Promise<SubscriptionRow> => rowOf(db, 'subscriptions', { id }),
    ownerOf: (subscription: SubscriptionRow): UserCaller => ({
      ...shop.callerFor(null),
      user: { id: subscription.user_id, sessionId: randomUUID() },
    }),
    /** Returns the orders of a subscription's renewals with their payment attempts, oldest first. */
    renewals: (id: string) =>
      rowsOf(
        db,
        'orders',
        { subscription_id: id },
        ['id', 'code', 'period_number', 'state', 'total_cents', 'completed_at'],
        'period_number',
      ),
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
    /**
     * Advances the clock to ten minutes after the start of a day and runs the jobs that are due then. Also
     * sends the reminders that are due before that day.
     */
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
    /** Ends what earlier tests have bought, so that the jobs of this one are about its own subscriptions only. */
    async endAll() {
      await db.updateTable('subscriptions').set({ status: 'expired', next_action_at: null }).execute();
    },
    renew: () => settle(() => renewSubscriptions(context)),
    remind: () => settle(() => remindOfRenewals(context)),
  };
}

/** The day on which a subscription renews. */
export const dueOf = ({ period_ends_at }: Pick<SubscriptionRow, 'period_ends_at'>) =>
  calendarDay(period_ends_at.getTime());

export type SubscriptionShop = Awaited<ReturnType<typeof openSubscriptionShop>>;
