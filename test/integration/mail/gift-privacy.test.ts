import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { products, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';

const shop = await openTestShop();

test.each(['de', 'en'] as const)(
  'a gift mail in %s says who gave the recipient’s data and links to that section of the privacy page',
  async (language) => {
    const recipient_email = `beschenkt-${language}@example.org`;
    const { id } = await storeGuestCart(shop, {});
    const custom_properties = { recipient_name: 'Dora', recipient_email, delivery: 'email' as const };
    await shop.call(endpoints.storeGuestCart, {
      body: { id, products: [{ product_id: products.gift, quantity: 1, custom_properties }] },
    });
    const contact = { firstname: 'Rahel', lastname: 'Meyer', country: 'DE' };
    await shop.call(endpoints.setBillingContact, { body: { id, email: 'rahel@example.org', ...contact } });
    const { value } = await shop.call(endpoints.createOrder, {
      language,
      body: { bundle_cart_unique_id: id },
    });
    const paid = await shop.call(endpoints.checkOutOrder, {
      orderToken: value?.meta?.order_token ?? '',
      body: {
        id: value?.data.id ?? '',
        payment_method_nonce: 'fake-valid-nonce',
        expected_total: value?.data.attributes.amount_due ?? 0,
        waiver_accepted: true,
      },
    });
    expect(paid.status).toBe(200);
    const mailer = createMemoryMailer();
    while ((await deliverMail(shop.context, { mailer, texts: apiTexts.mails })) > 0);
    const mail = mailer.delivered.find(({ recipient }) => recipient === recipient_email);
    const anchor = new RegExp(`http://localhost:3000/${language}/datenschutz#(\\S+)`).exec(
      mail?.text ?? '',
    )?.[1];
    const page = await rowOf(shop.db, 'pages', { slug: 'datenschutz', locale: language });
    expect(page.html).toContain(`<h2 id="${anchor}">`);
    expect(page.html.slice(page.html.indexOf(`id="${anchor}"`))).toMatch(/Art\. 14/);
  },
);
