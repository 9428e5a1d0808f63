import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { deliverMails, enqueueLoginCode } from '#test/integration/support/deliver-mails.ts';
import { changeRows, insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { giveCourse, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const run = (...words: string[]) => runCommand(shop.context, ...words);

async function declare(code: string): Promise<string> {
  const { value } = await shop.call(endpoints.declareWithdrawal, {
    body: { code, email: 'ada@example.org', name: 'Ada Kern' },
  });
  await decideDeclarations(shop.context);
  return value?.data.id ?? '';
}

test('a withdrawal without a matching order does not wait for an operator, who can still reject it', async () => {
  expect((await run('declarations')).lines).toEqual(['No withdrawal or cancellation waits for an answer.']);
  const reference = await declare('GIBTSNICHT');
  expect((await run('declarations')).lines).toEqual([
    'No withdrawal or cancellation waits for an answer.',
    '1 more belong to no purchase and wait for nobody; declaration answer knows them, too.',
  ]);

  const answer = (...words: string[]) => run('declaration', 'answer', reference, ...words);
  expect((await answer()).exit).toBe(2);
  const wrong = ['--carry-out --goods-back', '--carry-out --deduction 5', '--goods-back --deduction -1'];
  for (const words of wrong) expect((await answer(...words.split(' '))).exit, words).toBe(2);
  expect((await answer('--reject', 'no')).lines[0]).toContain('--reject: ');
  expect((await answer('--carry-out')).lines[0]).toContain('no such order');
  expect((await answer('--goods-back')).exit).toBe(1);
  expect((await answer('--settle')).lines[0]).toContain('needs --deduction');
  expect((await answer('--settle', '--deduction', '0')).lines).toEqual([
    `Nothing of ${reference} was used after it was declared.`,
  ]);

  const answered = await answer('--reject', 'Diese Bestellung kennen wir nicht.');
  expect(answered).toMatchObject({ exit: 0, lines: [`${reference} is answered.`, expect.any(String)] });
  const again = await answer('--reject', 'Noch einmal.');
  expect(again).toEqual({ exit: 1, lines: [`${reference} was answered already.`] });
  expect((await run('declaration', 'answer', 'W-NICHTS', '--carry-out')).lines[0]).toContain(
    'There is no declaration',
  );
  const mails = await run('mail', 'list');
  expect(mails.lines.join('\n')).toMatch(/withdrawal_outcome to ada@example\.org/);
});

test('an operator finds a review, answers it, changes the answer and removes it', async () => {
  expect((await run('reviews')).lines).toEqual(['There are no such reviews.']);
  const { id: user_id, access: bearer } = await register(shop);
  await giveCourse(shop, user_id);
  const params = { slug: 'clara-schumann' };
  const body = { stars: 2, text: 'Zu schnell,\nzu leise.', author: 'Ada\r\n\n0197  5 of 5' };
  const written = await shop.call(endpoints.writeReview, { bearer, params, body });
  const id = written.value?.data.id ?? '';

  const [head, text, ...more] = (await run('reviews', '--unanswered')).lines;
  expect(head).toMatch(new RegExp(`^${id}  2 of 5  clara-schumann  .*Ada 0197 5 of 5$`));
  expect(more).toEqual([]);
  expect(text).toBe('  Zu schnell, zu leise.');
  const answerOf = async () =>
    (await shop.call(endpoints.listReviews, { params })).value?.data[0]?.attributes.answer?.text;
  for (const answer of ['Danke, wir sehen es uns an.', 'Danke, der Ton ist jetzt lauter.']) {
    expect((await run('review', 'answer', id, '--text', answer)).exit).toBe(0);
    expect(await answerOf()).toBe(answer);
  }
  expect((await run('reviews', '--unanswered')).lines).toEqual(['There are no such reviews.']);
  expect((await run('reviews')).lines).toContain('  answered: Danke, der Ton ist jetzt lauter.');
  expect((await run('review', 'answer', id, '--remove')).exit).toBe(0);
  expect(await answerOf()).toBeUndefined();

  expect((await run('review', 'answer', shop.context.ids.uuid(), '--remove')).exit).toBe(1);
  for (const wrong of [['--text', 'kurz'], [], ['--text', 'Danke für alles.', '--remove']])
    expect((await run('review', 'answer', id, ...wrong)).exit).toBe(2);
});

test('a failed mail is listed, and can be sent again', async () => {
  const id = await enqueueLoginCode(shop.context, 'stuck@example.org');
  const failed_at = new Date(shop.context.clock.now());
  await changeRows(shop.db, 'outbox', { id }, { failed_at, attempts: 8, last_error: '550 full' });
  await enqueueLoginCode(shop.context, 'fine@example.org');
  const dead = await run('mail', 'list', '--failed');
  expect(dead.lines).toEqual([`${id}  login_code to stuck@example.org: given up after 8 attempts: 550 full`]);
  expect((await run('mail', 'list')).lines.length).toBeGreaterThan(1);
  expect((await run('mail', 'list', '--limit', '1')).lines).toHaveLength(1);
  expect(await run('mail', 'resend', id)).toEqual({ exit: 0, lines: ['The mail is due again.'] });
  const delivered = await deliverMails(shop.context);
  expect(delivered.map(({ recipient }) => recipient)).toContain('stuck@example.org');
  expect((await run('mail', 'list', '--failed')).lines).toEqual(['No mail was given up.']);
});

test('a sent mail with a code is not sent again; one about an order is sent again as a copy', async () => {
  const id = await enqueueLoginCode(shop.context, 'gone@example.org');
  await deliverMails(shop.context);
  expect((await run('mail', 'resend', id)).exit).toBe(1);
  const facts = { order_id: randomUUID() };
  const sent_at = new Date(shop.context.clock.now());
  const order = { id: randomUUID(), template: 'order', recipient: 'copy@example.org', locale: 'de' };
  await insertRows(shop.db, 'outbox', {
    ...order,
    facts: JSON.stringify(facts),
    dedupe_key: 'order:x',
    created_at: sent_at,
    due_at: sent_at,
    sent_at,
  });
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
