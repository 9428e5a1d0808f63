import { expect, test } from 'vitest';
import type { Subscription } from '#core/model/subscription.ts';
import { cents } from '#core/rules/basics/money.ts';
import { renderInShop, textOf } from '#test/support/render-in-shop.tsx';
import { CreditBalances } from '#ui/screens/orders/purchases/credit-balances.tsx';
import { Subscriptions } from '#ui/screens/orders/purchases/subscriptions.tsx';

const year: Subscription = {
  id: 's1',
  contract_code: 'ABCDEFGHJK',
  product: { id: 'p1', kind: 'membership', slug: 'pass', title: 'Master pass', picture: 'pass' },
  status: 'active',
  price: cents(18_000),
  period_months: 12,
  renews: true,
  started_on: '2026-01-10',
  paid_from: '2026-01-10',
  paid_until: '2027-01-09',
  next_charge: { day: '2027-01-10', amount: cents(18_000) },
  payment_method: null,
  cancelled_at: null,
  ends_on: null,
  ended_at: null,
  on_cancel: { ends_on: '2026-12-09', refund: cents(1_500) },
  can_resume: false,
};
const ending = { next_charge: null, on_cancel: null, ends_on: '2027-01-09' };

test.each<[string, Partial<Subscription>, readonly string[], readonly string[]]>([
  [
    'of a year with months to give back',
    {},
    ['running', '€180.00 a year', 'Paid 10 January 2026 to 9 January 2027', '€180.00 on 10 January 2027'],
    ['declined', 'Undo'],
  ],
  [
    'of a month whose next one was given',
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
])('a contract %s says what it costs and when it ends', async (_, changes, told, not) => {
  const subscriptions = [{ ...year, ...changes }];
  const text = textOf(await renderInShop(<Subscriptions subscriptions={subscriptions} />, { locale: 'en' }));
  for (const part of [...told, 'ABCDEFGHJK']) expect(text).toContain(part);
  for (const part of not) expect(text).not.toContain(part);
});

test('credit from vouchers and credit from promotions stand apart, the latter only where there is some', async () => {
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
