import { describe, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { Mailer, MailFailure } from '#ports/mailer.ts';
import { deliverMail, resendMail } from '#server/mail/outbox.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { enqueueLoginCode, loginCode } from '#test/integration/support/deliver-mails.ts';
import { changeRows, insertRows, rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryMailer, type MemoryMailer } from '#test/support/memory-mailer.ts';

const { de, en } = apiTexts.mails;

const shop = await openTestShop();
const minute = 60_000;
let causes = 0;

/** Adds a mail with a login code to the outbox and returns the mail's id. */
const enqueue = (recipient: string, cause = `cause-${++causes}`) =>
  enqueueLoginCode(shop.context, recipient, cause);

const mailOf = (id: string) => rowOf(shop.db, 'outbox', { id });

function deliver(mailer: Mailer): Promise<number> {
  return deliverMail(shop.context, { mailer, texts: { de, en } });
}

const readers = (mailer: MemoryMailer) => mailer.delivered.map(({ recipient }) => recipient);

/** Creates a mailer that delivers no mail until `open` is called. */
function createSlowMailer() {
  const begun: string[] = [];
  const inner = createMemoryMailer();
  const opened = Promise.withResolvers<void>();
  return {
    begun,
    open: opened.resolve,
    delivered: inner.delivered,
    async send(message: Parameters<Mailer['send']>[0]) {
      begun.push(message.recipient);
      await opened.promise;
      await inner.send(message);
    },
  };
}

describe('the outbox', () => {
  test('sends each mail once if four servers deliver at the same time repeatedly', async () => {
    const expected = Array.from({ length: 25 }, (_, index) => `reader-${index}@example.com`);
    for (const recipient of expected) await enqueue(recipient);
    const mailer = createMemoryMailer();
    const servers = () => Promise.all([deliver(mailer), deliver(mailer), deliver(mailer), deliver(mailer)]);
    let taken = 0;
    while (taken < expected.length) taken += (await servers()).reduce((sum, each) => sum + each, 0);
    expect(taken).toBe(expected.length);
    expect(readers(mailer).toSorted()).toEqual(expected.toSorted());
  });

  test('stores one mail for each cause', async () => {
    await enqueue('once@example.com', 'the same cause');
    await enqueue('once@example.com', 'the same cause');
    const mailer = createMemoryMailer();
    expect(await deliver(mailer)).toBe(1);
    expect(readers(mailer)).toEqual(['once@example.com']);
  });

  test('stores no mail if its transaction is rolled back', async () => {
    const failed = inTransaction(shop.db, async (trx) => {
      await enqueueMail(trx, shop.context, loginCode('nobody@example.com'));
      throw new Error('The order was not written');
    });
    await expect(failed).rejects.toThrow('The order was not written');
    expect(await deliver(createMemoryMailer())).toBe(0);
  });

  test('deletes the facts of a mail after it was sent, and not before', async () => {
    const id = await enqueue('forgotten@example.com');
    const mailer = createMemoryMailer();
    mailer.refuse('The post office is closed');
    await deliver(mailer);
    expect((await mailOf(id)).facts).toEqual({ code: '482913' });
    mailer.refuse(null);
    shop.advance(minute);
    await deliver(mailer);
    const row = await mailOf(id);
    expect([row.facts, row.last_error]).toEqual([{}, null]);
    expect(row.sent_at).toBeInstanceOf(Date);
    expect(await deliver(mailer)).toBe(0);
  });

  test('retries after 1, 2, 4 minutes and so on, at most two hours, and gives up after the eighth attempt', async () => {
    const id = await enqueue('unlucky@example.com');
    const mailer = createMemoryMailer();
    mailer.refuse('550 no such mailbox');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await deliver(mailer)).toBe(1);
      const { due_at, attempts, last_error } = await mailOf(id);
      expect([attempts, last_error]).toEqual([attempt, '550 no such mailbox']);
      const wait = due_at.getTime() - shop.context.clock.now();
      waits.push(wait / minute);
      shop.advance(wait - 1);
      expect(await deliver(mailer), 'a moment too early').toBe(0);
      shop.advance(1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 120]);
    const row = await mailOf(id);
    expect(row.failed_at).toBeInstanceOf(Date);
    expect(row.sent_at).toBeNull();
    // The facts are kept for an operator who sends the mail again.
    expect(row.facts).toEqual({ code: '482913' });
    mailer.refuse(null);
    shop.advance(24 * 60 * minute);
    expect(await deliver(mailer)).toBe(0);
    expect(mailer.delivered).toEqual([]);
    const logged = shop.faults.filter((fault) => JSON.stringify(fault).includes('mail_not_sent'));
    expect(logged).toHaveLength(9);
  });

  test('sends other mails while the mailer never responds for one', async () => {
    const ids = [await enqueue('silent@example.com'), await enqueue('after@example.com')];
    const inner = createMemoryMailer();
    const mailer: Mailer = {
      send: (message) =>
        message.recipient === 'silent@example.com' ? new Promise(() => {}) : inner.send(message),
    };
    expect(await deliverMail(shop.context, { mailer, texts: { de, en }, timeLimit: 50 })).toBe(2);
    expect(readers(inner)).toEqual(['after@example.com']);
    const silent = await mailOf(ids[0] ?? '');
    expect([silent.attempts, silent.sent_at]).toEqual([1, null]);
    expect(silent.last_error).toMatch(/timeout/);
    shop.advance(minute);
    expect(await deliver(inner)).toBe(1);
  });

  test.each([
    ['a longer pause than that of the shop', { retryAfter: 90 }, 90, false],
    ['a shorter pause', { retryAfter: 5 }, 60, false],
    ['a pause of months', { retryAfter: 9_999_999 }, 86_400, false],
    ['a pause that is no number', { retryAfter: 'soon' as unknown as number }, 60, false],
    ['no retry at all', { isFinal: true }, 60, true],
  ])('honours a refusal that asks for %s', async (_, failure, seconds, isGivenUp) => {
    const id = await enqueue('later@example.com');
    const refusal: MailFailure = Object.assign(new Error('refused'), failure);
    expect(await deliver({ send: () => Promise.reject(refusal) })).toBe(1);
    const row = await mailOf(id);
    expect([row.attempts, row.failed_at !== null]).toEqual([1, isGivenUp]);
    const mailer = createMemoryMailer();
    shop.advance(seconds * 1_000 - 1);
    expect(await deliver(mailer), 'a moment too early').toBe(0);
    shop.advance(1);
    expect(await deliver(mailer)).toBe(isGivenUp ? 0 : 1);
  });

  test('sends other mails if one mail fails', async () => {
    const bad = await enqueue('bad@example.com');
    await shop.db.updateTable('outbox').set({ template: 'unknown' }).where('id', '=', bad).execute();
    shop.advance(1);
    await enqueue('good@example.com');
    const mailer = createMemoryMailer();
    expect(await deliver(mailer)).toBe(2);
    expect(readers(mailer)).toEqual(['good@example.com']);
    expect((await mailOf(bad)).last_error).toContain('no mail template "unknown"');
    await shop.db.deleteFrom('outbox').where('id', '=', bad).execute();
  });

  test('reserves a mail for the server that sends it, and for another one two minutes later', async () => {
    await enqueue('slow-1@example.com');
    shop.advance(1);
    await enqueue('slow-2@example.com');
    const [slow, other] = [createSlowMailer(), createMemoryMailer()];
    const sending = deliver(slow);
    await expect.poll(() => slow.begun).toEqual(['slow-1@example.com']);
    // The slow server has reserved only the first mail, so another server may send the second one.
    expect(await deliver(other)).toBe(1);
    expect(readers(other)).toEqual(['slow-2@example.com']);
    shop.advance(2 * minute - 2);
    expect(await deliver(other)).toBe(0);
    shop.advance(2);
    expect(await deliver(other)).toBe(1);
    expect(readers(other)).toEqual(['slow-2@example.com', 'slow-1@example.com']);
    slow.open();
    expect(await sending).toBe(1);
  });

  test('waits for the content files without counting failed attempts', async () => {
    const id = await enqueue('early@example.com');
    const { value } = await rowOf(shop.db, 'contents', { key: 'brand' });
    await shop.db.deleteFrom('contents').where('key', '=', 'brand').execute();
    const mailer = createMemoryMailer();
    await expect(deliver(mailer)).rejects.toThrow('npm run content');
    expect((await mailOf(id)).attempts).toBe(0);
    await insertRows(shop.db, 'contents', { key: 'brand', value: JSON.stringify(value) });
    expect(await deliver(mailer)).toBe(1);
  });
});

describe('a mail that is sent again before it was sent', () => {
  test('is sent once, also when the call is repeated after the mail was delivered', async () => {
    const id = await enqueue('einmal@example.org');
    const copyId = shop.context.ids.uuid();
    // A mail of this template keeps its facts, so sending it again would copy it.
    await shop.db.updateTable('outbox').set({ template: 'order' }).where('id', '=', id).execute();
    expect(await resendMail(shop.context, id, copyId)).toEqual({ ok: true, value: 'due_again' });
    await changeRows(shop.db, 'outbox', { id }, { sent_at: new Date(shop.context.clock.now()) });
    expect(await resendMail(shop.context, id, copyId)).toEqual({ ok: true, value: 'due_again' });
    expect(await shop.db.selectFrom('outbox').select('id').where('repeats', '=', id).execute()).toEqual([]);
  });

  test('is sent at once instead of at its next attempt', async () => {
    const id = await enqueue('wartet@example.org');
    const mailer = createMemoryMailer();
    mailer.refuse('busy');
    await deliver(mailer);
    mailer.refuse(null);
    expect(await deliver(mailer)).toBe(0);
    await resendMail(shop.context, id);
    expect(await deliver(mailer)).toBe(1);
  });

  test('is not sent by another server meanwhile, also at a later attempt', async () => {
    const id = await enqueue('gerade@example.org');
    await changeRows(shop.db, 'outbox', { id }, { last_error: 'busy', attempts: 1 });
    const slow = createSlowMailer();
    const sending = deliver(slow);
    await expect.poll(() => slow.begun).toContain('gerade@example.org');
    await resendMail(shop.context, id);
    const other = createMemoryMailer();
    await deliver(other);
    slow.open();
    await sending;
    expect(readers(other)).not.toContain('gerade@example.org');
    expect((await mailOf(id)).sent_at).not.toBeNull();
  });
});
