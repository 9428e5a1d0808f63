import { expect, test } from 'vitest';
import type { Subscription } from '#core/model/subscription.ts';
import { cents } from '#core/rules/basics/money.ts';
import { renderInShop, textOf } from '#test/support/render-in-shop.tsx';
import { runningSubscription } from '#test/unit/ui/support/running-subscription.ts';
import { CreditBalances } from '#ui/screens/orders/purchases/credit-balances.tsx';
import { Subscriptions } from '#ui/screens/orders/purchases/subscriptions.tsx';

const ending = { next_charge: null, on_cancel: null, ends_on: '2027-01-09' };

test.each<[string, Partial<Subscription>, readonly string[], readonly string[]]>([
  [
    'for a year, with a refund',
    {},
    ['running', '€180.00 a year', 'Paid 10 January 2026 to 9 January 2027', '€180.00 on 10 January 2027'],
    ['declined', 'Undo'],
  ],
  [
    'for a month, with a free next one',
    { period_months: 1, next_charge: { day: '2026-02-10', amount: cents(0) } },
    ['€180.00 a month', '€0.00 on 10 February 2026'],
    [],
  ],
  [
    'whose charge was declined',
    { status: 'past_due', next_charge: { day: '2027-01-13', amount: cents(18_000) } },
    ['payment due', 'The last charge was declined', 'We try again on 13 January 2027'],
    [],
  ],
  [
    'that is cancelled',
    { ...ending, status: 'cancelled', can_resume: true },
    ['The contract ends on 9 January 2027', 'Undo the cancellation'],
    ['Cancel contract', 'Next charge'],
  ],
  [
    'that came from a code',
    { ...ending, renews: false },
    ['Redeemed 10 January 2026', 'Redeemed with a code. Ends by itself on 9 January 2027'],
    ['Paid', 'a year', 'Payment method'],
  ],
  ['that has ended', { ...ending, status: 'expired' }, ['Ended on 9 January 2027.'], ['Cancel contract']],
])('a subscription %s says what it costs and when it ends', async (_, changes, shown, hidden) => {
  const subscriptions = [{ ...runningSubscription, ...changes }];
  const text = textOf(await renderInShop(<Subscriptions subscriptions={subscriptions} />, { locale: 'en' }));
  for (const part of [...shown, 'ABCDEFGHJK']) expect(text).toContain(part);
  for (const part of hidden) expect(text).not.toContain(part);
});

test('credit from vouchers and from promotions is separate, the latter shown only above 0', async () => {
  const text = async (paid: number, promotional: number) =>
    textOf(
      await renderInShop(<CreditBalances credit={{ paid: cents(paid), promotional: cents(promotional) }} />, {
        locale: 'en',
      }),
    );
  expect(await text(1_200, 500)).toMatch(/From paid vouchers €12\.00 .*A present from the shop €5\.00 /);
  expect(await text(1_200, 0)).not.toContain('A present');
  expect(await text(0, 500)).toMatch(/From paid vouchers €0\.00 /);
  expect(await text(0, 0)).toContain('You have no credit');
});
