import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { Locale } from '#core/model/values.ts';
import type { MailMessage } from '#ports/mailer.ts';
import type { MailFacts, MailTemplate } from '#server/platform/outbox/mail-templates.ts';
import { composeMailWith, deliverShopMails } from '#test/integration/support/deliver-mails.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const { de, en } = apiTexts.mails;

const shop = await openTestShop();
const site = 'http://localhost:3000';

const deliver = () => deliverShopMails(shop);

async function compose<Template extends MailTemplate>(
  template: Template,
  locale: Locale,
  facts: MailFacts[Template],
): Promise<MailMessage> {
  const mail = await composeMailWith(shop.context, template, locale, facts);
  expect(shop.faults).toEqual([]);
  for (const words of [mail.subject, mail.text, mail.html]) expect(words).not.toMatch(/\{\{|undefined|null/);
  expect(mail.html).toContain(`<html lang="${locale}">`);
  return mail;
}

describe.each<Locale>(['de', 'en'])('mails about an account in %s', (locale) => {
  const words = { de, en }[locale];

  test.each([
    ['email_confirmation', 'auth/bestaetigen'],
    ['email_change', 'auth/email'],
    ['account_deletion', 'auth/konto-loeschen'],
    ['newsletter_confirm', 'newsletter/bestaetigen'],
    ['newsletter_welcome', 'newsletter/abmelden'],
  ] as const)('%s has its link once in text and HTML', async (template, path) => {
    const token = 'a-token_1';
    const mail = await compose(template, locale, { token });
    const url = `${site}/${locale}/${path}#token=${token}`;
    expect(mail.text).toContain(`\n${url}\n`);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.text).toContain(words[template].link);
  });

  test.each(['password_changed', 'passkey_added', 'account_deleted', 'contact_receipt'] as const)(
    '%s contains what happened and has no link',
    async (template) => {
      const mail = await compose(template, locale, {});
      expect(mail.text).toContain(words[template].intro);
      expect(mail.text).toContain(words[template].afterwards);
      expect(mail.html).not.toContain('href=');
    },
  );

  test('an operator is informed which part of their access was changed', async () => {
    for (const change of ['password', 'factor', 'codes', 'reset'] as const) {
      const { text } = await compose('operator_access', locale, { change });
      expect(text).toContain(words.operator_access[change]);
    }
  });

  test('the old address gets a link to undo the change', async () => {
    const mail = await compose('email_changed', locale, { token: 'a-token_2', email: 'neu@example.org' });
    expect(mail.text).toContain('neu@example.org');
    expect(mail.text).toContain(`\n${site}/${locale}/auth/email-zurueck#token=a-token_2\n`);
  });

  test('the old address is informed about the new one', async () => {
    const mail = await compose('email_change_notice', locale, { email: 'neu@example.org' });
    expect(mail.text).toContain('neu@example.org');
  });

  test('the newsletter mail contains exactly the consent text that is stored', async () => {
    const email = `worte-${locale}@example.org`;
    const subscribed = { email, locale, source: 'widget' };
    await shop.call(endpoints.subscribeToNewsletter, { body: subscribed });
    const row = await rowOf(shop.db, 'outbox', { recipient: email });
    const { token } = row.facts as { token: string };
    const request = (await deliver()).find(({ recipient }) => recipient === email);
    await shop.call(endpoints.confirmNewsletter, { body: { token } });
    const { id: subscription_id } = await rowOf(shop.db, 'newsletter_subscriptions', { email });
    const stored = await rowOf(shop.db, 'newsletter_events', { subscription_id, event: 'confirmed' });
    expect(stored.wording.length).toBeGreaterThan(50);
    expect(request?.text).toContain(`\n${stored.wording}\n`);
  });

  test('the first newsletter has an unsubscribe header for mail programs, other mails have none', async () => {
    const welcome = await compose('newsletter_welcome', locale, { token: 'a.token' });
    expect(welcome.unsubscribeUrl).toBe(`${site}/api/newsletter/unsubscribe?token=a.token`);
    const other = await compose('newsletter_confirm', locale, { token: 'a-token' });
    expect('unsubscribeUrl' in other).toBe(false);
  });
});

describe('a message from the contact form', () => {
  const message = {
    email: 'ada@example.org',
    name: 'Ada <b>Kern</b>',
    topic: 'Kurse\r\nBcc: alle@example.org',
    message: 'Welche Tinte?\n\n<script>alert(1)</script>',
  };

  test('is sent to the support unchanged, with the author as reply address', async () => {
    await shop.call(endpoints.sendMessage, { body: { ...message, order_code: 'mh-7' } });
    const [mail, receipt] = await deliver();
    expect(mail).toMatchObject({
      recipient: 'hilfe@meisterhand.example',
      replyTo: message.email,
      subject: 'Nachricht über das Kontaktformular: Kurse Bcc: alle@example.org',
    });
    for (const words of [message.name, message.email, 'MH-7', 'Welche Tinte?', '21. November 2026']) {
      expect(mail?.text).toContain(words);
    }
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).not.toContain('<b>Kern');
    expect(receipt?.recipient).toBe(message.email);
  });

  test('is not repeated in the receipt, because strangers could send texts through the shop', async () => {
    await shop.call(endpoints.sendMessage, { body: message });
    const receipt = (await deliver()).find(({ recipient }) => recipient === message.email);
    for (const words of ['Tinte', 'Kern', 'Bcc']) {
      expect([receipt?.subject, receipt?.text, receipt?.html].join()).not.toContain(words);
    }
  });
});
