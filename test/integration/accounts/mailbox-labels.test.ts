import { expect, test } from 'vitest';
import { limits } from '#api/effort.ts';
import { endpoints } from '#api/endpoints.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { products, register, registerUnconfirmed } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { mailsTo } from './account-shop.ts';

const shop = await openTestShop();

const labels = Array.from({ length: 9 }, (_, index) => `opfer+${index}@example.org`);
const spelled = (email: string, count: number) => (count % 2 === 0 ? email : email.toUpperCase());

/** How many mails of each template wait for these addresses together. */
async function counted(addresses: readonly string[]): Promise<Record<string, number>> {
  const mails = await Promise.all(addresses.map((address) => mailsTo(shop, address)));
  const byTemplate = Map.groupBy(mails.flat(), ({ template }) => template);
  return Object.fromEntries([...byTemplate].map(([template, { length }]) => [template, length]));
}

/** Each call that mails whom it names, without a login. */
async function nameEverywhere(email: string): Promise<void> {
  await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
  await shop.call(endpoints.requestPasswordReset, { body: { email } });
  await shop.call(endpoints.subscribeToNewsletter, { body: { email, locale: 'de', source: 'x' } });
  await shop.call(endpoints.sendMessage, {
    body: { email, name: 'Ada', topic: 'Kurse', message: 'Eine Frage.' },
  });
  await shop.call(endpoints.declareWithdrawal, { body: { email, code: 'ZZZZ1234', name: 'Ada Lovelace' } });
}

test('all labels of a mailbox together get what one address gets; its owner, who has confirmed it, gets codes and links', async () => {
  for (const email of labels) await registerUnconfirmed(shop, email);
  for (let count = 0; count < 3; count += 1) {
    for (const email of labels) await nameEverywhere(spelled(email, count));
  }
  while ((await decideDeclarations(shop.context)) > 0);
  expect(await counted(labels)).toEqual({
    email_confirmation: limits.email_confirmation.most,
    login_code: limits.login_code.most + limits.login_code_late.most,
    reset_password: limits.password_link.most,
    newsletter_confirm: limits.newsletter.most,
    contact_receipt: limits.contact_receipt.most,
    withdrawal_receipt: limits.declaration.most,
    collected_receipt: limits.collected_receipt.most,
  });

  const { code, email } = await buyAsGuest(shop, { [products.course]: 1 }, { email: 'opfer@example.org' });
  await shop.db.deleteFrom('outbox').where('recipient', '=', email).execute();
  await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
  expect(await counted([email]), 'an account that nobody has confirmed counts with its labels').toEqual({});
  await changeRows(shop.db, 'users', { email }, { email_confirmed_at: new Date(shop.context.clock.now()) });
  for (let count = 0; count < 2; count += 1) {
    await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
    await shop.call(endpoints.requestPasswordReset, { body: { email } });
    await shop.call(endpoints.requestOrderLink, { body: { code, email } });
  }
  expect(await counted([email])).toEqual({ login_code: 2, reset_password: 2, order_link: 2 });
});

test('a neighbour of the mailbox is not counted with it', async () => {
  const email = (await register(shop, 'nachbarin@example.org')).email;
  await nameEverywhere(email);
  expect(Object.values(await counted([email]))).toEqual([1, 1, 1, 1, 1]);
  expect(shop.faults).toEqual([]);
});
