import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { MailTextChanges, WrittenMail } from '#core/model/mail-text.ts';
import { readWrittenMail } from '#server/mail/texts/written-mail-texts.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { deliverMails, deliverShopMails } from '#test/integration/support/deliver-mails.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { db, context } = shop;
const editor = await logInAs(shop, 'editor');
const recipient = 'johanna@example.com';
const { listMailTexts, getMailTexts, saveMailTexts, previewMail, tryMail } = operatorEndpoints;
const { mails: texts } = apiTexts;
const call = { operator: editor.cookie };
const mail = 'reset_password' satisfies WrittenMail;

const deliver = () => deliverShopMails(shop);

/** Adds a password reset mail to the outbox. */
async function requestPasswordReset() {
  await inTransaction(db, (trx) =>
    enqueueMail(trx, context, {
      ...{ template: 'reset_password', recipient, locale: 'de', facts: { token: 'a-token_1' } },
      dedupe_key: randomUUID(),
    }),
  );
}

async function resetMail() {
  await requestPasswordReset();
  return (await deliver()).at(-1);
}

async function save(changes: MailTextChanges, { publishes = true, version = -1 } = {}) {
  const read = await shop.call(getMailTexts, { ...call, params: { mail } });
  const current = read.value?.data.attributes.version ?? 0;
  const body = { version: version === -1 ? current : version, changes, publishes };
  return shop.call(saveMailTexts, { ...call, params: { mail }, body });
}

async function stateOf(id: string) {
  const { value } = await shop.call(listMailTexts, call);
  return value?.data.find((one) => one.id === id)?.attributes.state;
}

describe('the texts of a mail', () => {
  test('are those of the file until changes are published, in both languages, and again after a reset', async () => {
    expect(await stateOf(mail)).toBe('file');
    expect((await resetMail())?.text).toContain(texts.de.reset_password.intro);
    const draft = { de: { intro: 'Ein Entwurf, den niemand liest.' }, en: {} };
    await save(draft, { publishes: false });
    expect(await stateOf(mail)).toBe('draft');
    expect((await resetMail())?.text).toContain(texts.de.reset_password.intro);
    const saved = await save({ ...draft, en: { heading: 'A new one' } });
    expect(saved.value?.data.attributes).toMatchObject({ version: 2, state: 'changed' });
    const sent = await resetMail();
    expect(sent?.text).toContain('Ein Entwurf, den niemand liest.');
    expect(sent?.html).toContain('Ein Entwurf, den niemand liest.');
    expect(sent?.text).toContain(texts.de.reset_password.afterwards);
    await save({ de: {}, en: {} });
    expect(await stateOf(mail)).toBe('file');
    expect((await resetMail())?.text).toContain(texts.de.reset_password.intro);
    const { value } = await shop.call(getMailTexts, { ...call, params: { mail } });
    expect(value?.data.attributes.versions).toMatchObject([
      { number: 3, is_published: true, saved_by: editor.email },
      { number: 2, is_published: true, saved_by: editor.email },
      { number: 1, is_published: false, saved_by: editor.email },
    ]);
    const about = { record_type: 'mail_texts' };
    const log = await rowsOf(db, 'audit_log', about, ['action'], 'happened_at', 'id');
    expect(log.map(({ action }) => action)).toEqual([
      'mail_texts.draft_saved',
      'mail_texts.published',
      'mail_texts.published',
    ]);
  });

  test('are not saved with faults, nor over a version of somebody else', async () => {
    const before = await db.selectFrom('mail_text_versions').selectAll().execute();
    const faulty = await save({ de: { subject: 'Ohne Shop', intro: 'Mit {{namen}}' }, en: { link: '' } });
    expect(faulty.value?.meta.faults).toEqual([
      { locale: 'de', key: 'subject', code: 'missing_placeholder', name: 'shop' },
      { locale: 'de', key: 'intro', code: 'unknown_placeholder', name: 'namen' },
      { locale: 'en', key: 'link', code: 'empty', name: null },
    ]);
    expect((await save({ de: { intro: 'Zu spät' }, en: {} }, { version: 1 })).codes).toEqual([
      'RECORD_CHANGED',
    ]);
    expect(await db.selectFrom('mail_text_versions').selectAll().execute()).toEqual(before);
  });

  test('are saved once when the request is repeated after a lost response, as a draft or published', async () => {
    const changes = { de: { intro: 'Zweimal gesendet.' }, en: {} };
    for (const publishes of [false, true]) {
      const version = (await save(changes, { publishes })).value?.data.attributes.version ?? 0;
      const again = await save(changes, { publishes, version: version - 1 });
      expect(again.value?.data.attributes).toMatchObject({ version, changes });
    }
    await save({ de: {}, en: {} });
  });

  test('are those of the file where a later file makes the changes invalid', async () => {
    await save({ de: { subject: 'Passwort, {{shop}}', intro: 'Noch gut' }, en: {} });
    const later = {
      ...texts,
      de: { ...texts.de, reset_password: { ...texts.de.reset_password, subject: 'Ohne' } },
    };
    await requestPasswordReset();
    const delivered = await deliverMails(context, later);
    expect(delivered[0]).toMatchObject({ subject: 'Ohne', text: expect.stringContaining('Noch gut') });
    expect(await readWrittenMail(db, later, mail)).toMatchObject({
      changes: { de: { intro: 'Noch gut', subject: 'Passwort, {{shop}}' }, en: {} },
      faults: [{ locale: 'de', key: 'subject', code: 'unknown_placeholder', name: 'shop' }],
    });
    const { value } = await shop.call(getMailTexts, { ...call, params: { mail } });
    expect(value?.data.attributes.faults).toEqual([]);
    await save({ de: {}, en: {} });
  });

  test('can be previewed and sent to oneself before they are published', async () => {
    await save({ de: {}, en: { intro: 'Only <b>seen</b> here.\nAnd\u0007 below.' } }, { publishes: false });
    const page = await shop.send(`${previewMail.path.replace(':mail', mail)}?locale=en`, {
      headers: { Cookie: editor.cookie },
    });
    expect(page.headers.get('Content-Security-Policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
    const html = await page.text();
    expect(html).toContain('Only &lt;b&gt;seen&lt;/b&gt; here.<br>And below.');
    expect(html).toContain('<html lang="en">');
    await deliver();
    const tried = await shop.call(tryMail, { ...call, params: { mail }, body: { locale: 'en' } });
    expect(tried.status).toBe(200);
    const [sent, ...others] = await deliver();
    expect(others).toEqual([]);
    expect(sent?.recipient).toBe(editor.email);
    expect(sent?.subject).toBe(
      `Trial: ${texts.en.reset_password.subject.replace('{{shop}}', 'Meisterhand')}`,
    );
    expect(sent?.html).toContain('Only &lt;b&gt;seen&lt;/b&gt; here.');
    const key = await createApiKey(context, { name: 'Texte', permissions: ['catalogue.change'] });
    const refused = await shop.send(tryMail.path.replace(':mail', mail), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key.ok ? key.value.token : ''}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ locale: 'de' }),
    });
    expect(refused.status).toBe(409);
  });
});
