import { fc } from '@fast-check/vitest';
import { beforeAll, expect, test } from 'vitest';
import type { CustomProperties } from '#core/model/cart.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { runs } from '#test/run-length.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';
import { codesOf, deliverDueMails, storeGuest } from './gift-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const day = 86_400_000;

beforeAll(async () => {
  await sellProduct(db, { id: 'gift', kind: 'gift', price: 1900 });
  await sellProduct(db, { id: 'voucher', kind: 'voucher', price: 1000 });
});

/** A line of a cart; `daysLater` is the number of days until the delivery, null for a delivery at once. */
const giftLine = fc.record({
  product: fc.constantFrom('gift', 'voucher'),
  recipient: fc.constantFrom('dora', 'emil', 'frida'),
  greeting: fc.constantFrom('Alles Gute', 'Zum Fest'),
  daysLater: fc.constantFrom(null, 10, 40),
  quantity: fc.integer({ min: 1, max: 2 }),
});

/** Joins all that makes two lines different. */
const nameOf = (...parts: readonly (string | number | null | undefined)[]) => parts.join(' ');

let orders = 0;

test('every recipient gets every gift once, with its own greeting, on its own day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(giftLine, { minLength: 1, maxLength: 6 }), async (lines) => {
      orders += 1;
      const addressOf = (recipient: string) => `${recipient}-${orders}@meisterhand.example`;
      const dayAfter = (days: number) => calendarDay(shop.context.clock.now() + days * day);
      const days = new Map([10, 40].map((later) => [dayAfter(later), later]));
      const buyer = `buyer-${orders}@meisterhand.example`;
      const { cart, id } = await storeGuest(
        shop,
        lines.map(({ product, recipient, greeting, daysLater, quantity }) => ({
          product_id: product,
          quantity,
          custom_properties: {
            delivery: 'email',
            recipient_name: recipient,
            recipient_email: addressOf(recipient),
            greeting,
            ...(daysLater === null ? {} : { deliver_on: dayAfter(daysLater) }),
          },
        })),
      );
      const wanted = Object.entries(
        Object.groupBy(lines, ({ product, recipient, greeting, daysLater }) =>
          nameOf(product, recipient, greeting, daysLater),
        ),
      ).map(([name, same = []]) => [name, same.reduce((sum, { quantity }) => sum + quantity, 0)]);
      const found = (
        products: readonly { title: string; quantity: number; custom_properties: CustomProperties }[],
      ) =>
        products.map(({ title, quantity, custom_properties: { recipient_name, greeting, deliver_on } }) => [
          nameOf(title, recipient_name, greeting, days.get(deliver_on ?? '')),
          quantity,
        ]);
      expect(
        found(cart.products.map((line) => ({ ...line, title: line.product_data.product_name }))),
      ).toEqual(wanted);

      const { id: orderId, attributes } = await shop.ordered(id, buyer);
      expect(found(attributes.products)).toEqual(wanted);
      expect((await shop.pay(orderId, 'fake-valid-nonce', attributes.amount_due)).ok).toBe(true);
      const codes = await codesOf(db, orderId);

      const mailer = createMemoryMailer();
      for (const [passed, due] of [
        [0, [null]],
        [20, [null, 10]],
        [30, [null, 10, 40]],
      ] as const) {
        shop.advance(passed * day);
        await deliverDueMails(shop, mailer);
        const sent = mailer.delivered
          .filter(({ recipient }) => recipient !== buyer)
          .map(({ recipient, text }) => {
            const [code, ...others] = codes.filter((issued) => text.includes(issued.code));
            expect(others).toEqual([]);
            const greetings = ['Alles Gute', 'Zum Fest'].filter((greeting) => text.includes(greeting));
            return [recipient, code?.code, ...greetings].join(' ');
          });
        const expected = codes
          .filter(({ deliver_on }) =>
            due.some((later) => later === (deliver_on === null ? null : days.get(String(deliver_on)))),
          )
          .map(({ recipient_name, code, greeting }) =>
            [addressOf(recipient_name ?? ''), code, greeting].join(' '),
          );
        expect(sent.toSorted()).toEqual(expected.toSorted());
      }
      expect(codes).toHaveLength(lines.reduce((sum, { quantity }) => sum + quantity, 0));
      const [confirmation] = mailer.delivered.filter(({ recipient }) => recipient === buyer);
      for (const { code } of codes) expect(confirmation?.text).not.toContain(code);
    }),
    { numRuns: runs(6) },
  );
});
