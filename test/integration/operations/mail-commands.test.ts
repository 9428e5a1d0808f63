import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';
import { runCommand } from './run-command.ts';

const { de, en } = apiTexts.mails;

const shop = await openTestShop();
const run = (...words: string[]) => runCommand(shop.context, ...words);
const mailer = createMemoryMailer();
const deliver = () => deliverMail(shop.context, { mailer, texts: { de, en } });

async function enqueueCode(recipient: string): Promise<string> {
  await inTransaction(shop.db, (trx) =>
    enqueueMail(trx, shop.context, {
      template: 'login_code',
      recipient,
      locale: 'de',
      facts: { code: '482913' },
      dedupe_key: recipient,
    }),
  );
  const { id } = await rowOf(shop.db, 'outbox', { recipient });
  return id;
}

test('a failed mail is listed, and can be sent again', async () => {
  const id = await enqueueCode('stuck@example.org');
  const failed_at = new Date(shop.context.clock.now());
  await changeRows(shop.db, 'outbox', { id }, { failed_at, attempts: 8, last_error: '550 full' });
  await enqueueCode('fine@example.org');
  const dead = await run('mail', 'list', '--failed');
  expect(dead.lines).toEqual([`${id}  login_code to stuck@example.org: given up after 8 attempts: 550 full`]);
  expect((await run('mail', 'list')).lines.length).toBeGreaterThan(1);
  expect((await run('mail', 'list', '--limit', '1')).lines).toHaveLength(1);
  expect(await run('mail', 'resend', id)).toEqual({ exit: 0, lines: ['The mail is due again.'] });
  await deliver();
  expect(mailer.delivered.map(({ recipient }) => recipient)).toContain('stuck@example.org');
  expect((await run('mail', 'list', '--failed')).lines).toEqual(['No mail was given up.']);
});

test('a sent mail with a code is not sent again; one about an order is sent again as a copy', async () => {
  const id = await enqueueCode('gone@example.org');
  await deliver();
  expect((await run('mail', 'resend', id)).exit).toBe(1);
  const facts = { order_id: randomUUID() };
  const sent_at = new Date(shop.context.clock.now());
  const order = { id: randomUUID(), template: 'order', recipient: 'copy@example.org', locale: 'de' };
  await shop.db
    .insertInto('outbox')
    .values({
      ...order,
      facts: JSON.stringify(facts),
      dedupe_key: 'order:x',
      created_at: sent_at,
      due_at: sent_at,
      sent_at,
    })
    .execute();
  expect((await run('mail', 'resend', order.id)).lines).toEqual(['A copy of the mail is on its way.']);
  const rows = await rowsOf(shop.db, 'outbox', { recipient: 'copy@example.org' });
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => row.sent_at === null)).toMatchObject({ template: 'order', facts });
});

test('unknown mails are reported', async () => {
  expect((await run('mail', 'resend', randomUUID())).exit).toBe(1);
  expect((await run('mail', 'resend', '7')).exit).toBe(2);
});

test('revoked sessions stop working at once', async () => {
  const shopper = await register(shop, 'lost.phone@example.org');
  const ask = async () =>
    (await shop.send(`/users/${shopper.id}`, { headers: { Authorization: `Bearer ${shopper.access}` } }))
      .status;
  expect(await ask()).toBe(200);
  const revoked = await run('sessions', 'revoke', 'Lost.Phone@example.org');
  expect(revoked.lines).toEqual(['lost.phone@example.org is logged out; sessions ended: 1.']);
  expect(await ask()).toBe(401);
  expect((await run('sessions', 'revoke', 'nobody@example.org')).exit).toBe(1);
});
