import { expect, test } from 'vitest';
import { openSubscriptionShop } from './subscription-shop.ts';

const shop = await openSubscriptionShop();

/** Returns VAT rate and included VAT in cents of each order of a subscription, oldest first. */
async function invoicesOf(subscription: { readonly id: string; readonly order_id: string | null }) {
  const rows = await shop.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['order_lines.vat_rate', 'orders.included_vat_cents'])
    .where((where) =>
      where.or([
        where('orders.id', '=', subscription.order_id),
        where('orders.subscription_id', '=', subscription.id),
      ]),
    )
    .orderBy('orders.created_at')
    .execute();
  return rows.map((row) => [row.vat_rate, row.included_vat_cents]);
}

const nextMonth = () => {
  const [year = 0, month = 0, date = 0] = shop.today().split('-').map(Number);
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
};

async function startOneStopShop(oss_from: string | null): Promise<void> {
  const value = JSON.stringify({ oss_from });
  await shop.db
    .insertInto('contents')
    .values({ key: 'vat', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

test.each([
  ['CH', [0, 0]],
  ['GB', [0, 0]],
  ['AT', [19, 303]],
  ['DE', [19, 303]],
])('a subscription from %s is renewed with the VAT of its first invoice', async (country, expected) => {
  const pass = await shop.buy('subscription', { country });
  expect(pass.vat_country).toBe(country);
  await shop.goTo(nextMonth());
  expect(await invoicesOf(pass)).toEqual([expected, expected]);
});

test('from the first day of the one-stop shop the VAT of the customer’s country applies', async () => {
  const pass = await shop.buy('subscription', { country: 'FI' });
  await startOneStopShop(nextMonth());
  await shop.goTo(nextMonth());
  await startOneStopShop(null);
  expect(await invoicesOf(pass)).toEqual([
    [19, 303],
    [25.5, Math.round((1_900 * 25.5) / 125.5)],
  ]);
});
