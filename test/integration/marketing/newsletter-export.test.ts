import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { exportNewsletter } from '#server/marketing/export-newsletter.ts';
import { confirmNewsletter, endNewsletter, requestNewsletter } from '#server/marketing/newsletter.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { context, db } = shop;
const wording = { de: '=Ja, ich will, "gern"', en: 'Yes, please' };

const request = (email: string, source = 'footer') =>
  inTransaction(db, (trx) => requestNewsletter(trx, context, { email, locale: 'de', source }));

/** Confirms as the link of the mail does. */
async function confirm(email: string): Promise<void> {
  const token = `token of ${email} at ${context.clock.now()}`;
  await db
    .updateTable('newsletter_subscriptions')
    .set({ token_hash: hashToken(token) })
    .where('email', '=', email)
    .execute();
  const confirmed = await confirmNewsletter(context, token, wording);
  expect(confirmed.ok).toBe(true);
}

const leave = (email: string) =>
  inTransaction(db, (trx) => endNewsletter(trx, context, { email, source: 'profile' }));

describe('the export of the newsletter', () => {
  test('has those who confirmed and did not leave, each with its proof, and cells that no spreadsheet runs', async () => {
    const asked = new Date(context.clock.now()).toISOString();
    for (const email of ['+plus@example.org', 'a@example.org', 'left@example.org', 'waits@example.org'])
      await request(email, email.startsWith('+') ? '-bar' : 'footer');
    shop.advance(60_000);
    const confirmed = new Date(context.clock.now()).toISOString();
    for (const email of ['+plus@example.org', 'a@example.org', 'left@example.org']) await confirm(email);
    await leave('left@example.org');
    const { content } = await exportNewsletter(context);
    const text = `"'=Ja, ich will, ""gern"""`;
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(content).split('\r\n')).toEqual([
      '\uFEFFemail,language,requested_at,source,confirmed_at,consent_text',
      `'+plus@example.org,de,${asked},'-bar,${confirmed},${text}`,
      `a@example.org,de,${asked},footer,${confirmed},${text}`,
      '',
    ]);
  });

  test('has somebody who came back with the later consent', async () => {
    shop.advance(60_000);
    await request('left@example.org', 'checkout');
    await confirm('left@example.org');
    const { content } = await exportNewsletter(context);
    const line = new TextDecoder()
      .decode(content)
      .split('\r\n')
      .find((one) => one.startsWith('left@'));
    const at = new Date(context.clock.now()).toISOString();
    expect(line?.split(',').slice(0, 5)).toEqual(['left@example.org', 'de', at, 'checkout', at]);
  });

  test('asks for permission and a fresh proof, and is in the audit log without addresses', async () => {
    const support = await logInAs(shop, 'support');
    const call = (operator: string) => shop.call(operatorEndpoints.exportNewsletter, { operator });
    const { status } = await call(support.cookie);
    expect(status).toBe(200);
    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_name', '=', support.email)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'newsletter.exported', after: { addresses: 3 } });
    expect(JSON.stringify(entry)).not.toContain('example.org');
    for (const role of ['editor', 'bookkeeper'] as const)
      expect((await call((await logInAs(shop, role)).cookie)).codes).toEqual(['FORBIDDEN']);
    shop.advance(10 * 60_000);
    expect((await call(support.cookie)).codes).toEqual(['PROOF_REQUIRED']);
  });
});
