import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { shopTime } from '#core/rules/basics/calendar.ts';
import { exportNewsletter } from '#server/marketing/export-newsletter.ts';
import {
  confirmNewsletter,
  endNewsletter,
  recordAddressChange,
  requestNewsletter,
} from '#server/marketing/newsletter.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { context, db } = shop;
const wording = { de: '=Ja, ich will, "gern"', en: 'Yes, please' };

const request = (email: string, source = 'footer') =>
  inTransaction(db, (trx) => requestNewsletter(trx, context, { email, locale: 'de', source }));

/** Confirms as the link of the mail does. */
async function confirm(email: string): Promise<void> {
  const token = `token of ${email} at ${context.clock.now()}`;
  await changeRows(db, 'newsletter_subscriptions', { email }, { token_hash: hashToken(token) });
  const confirmed = await confirmNewsletter(context, token, wording);
  expect(confirmed.ok).toBe(true);
}

/** Returns the whole file. */
async function exported(): Promise<string> {
  const { content } = await exportNewsletter(context, 'en');
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(parts));
}

const leave = (email: string) =>
  inTransaction(db, (trx) => endNewsletter(trx, context, { email, source: 'profile' }));

describe('the export of the newsletter', () => {
  test('contains current subscribers with proof of their consent, in cells that no spreadsheet executes', async () => {
    const requested = shopTime(new Date(context.clock.now()));
    for (const email of ['+plus@example.org', 'a@example.org', 'left@example.org', 'waits@example.org'])
      await request(email, email.startsWith('+') ? '-bar' : 'footer');
    shop.advance(60_000);
    const confirmed = shopTime(new Date(context.clock.now()));
    for (const email of ['+plus@example.org', 'a@example.org', 'left@example.org']) await confirm(email);
    await leave('left@example.org');
    // In summer this is the next day in the shop.
    const late = { requested_at: new Date('2026-07-15T22:30:00Z') };
    await changeRows(db, 'newsletter_subscriptions', { email: 'a@example.org' }, late);
    const lines = (await exported()).split('\r\n');
    const text = `"'=Ja, ich will, ""gern"""`;
    expect(lines).toEqual([
      '\uFEFFemail,language,requested_at,source,confirmed_at,consent_text,address_changed_at',
      `'+plus@example.org,de,${requested},'-bar,${confirmed},${text},`,
      `a@example.org,de,2026-07-16 00:30:00,footer,${confirmed},${text},`,
      '',
    ]);
  });

  test('contains the later consent of somebody who subscribed again', async () => {
    shop.advance(60_000);
    await request('left@example.org', 'checkout');
    await confirm('left@example.org');
    const line = (await exported()).split('\r\n').find((one) => one.startsWith('left@'));
    const at = shopTime(new Date(context.clock.now()));
    expect(line?.split(',').slice(0, 5)).toEqual(['left@example.org', 'de', at, 'checkout', at]);
  });

  test('contains when somebody last changed the address after the consent', async () => {
    const { id } = await rowOf(db, 'newsletter_subscriptions', { email: 'left@example.org' });
    const moved = () => exported().then((text) => /^left@.*,(.*)\r$/m.exec(text)?.[1]);
    for (let times = 0; times < 2; times += 1) {
      shop.advance(60_000);
      await inTransaction(db, (trx) => recordAddressChange(trx, context, { id, source: 'email_change' }));
      expect(await moved()).toBe(shopTime(new Date(context.clock.now())));
    }
    shop.advance(60_000);
    await leave('left@example.org');
    await request('left@example.org');
    await confirm('left@example.org');
    expect(await moved(), 'before the later consent').toBe('');
  });

  test('requires permission and a recent second factor, and is in the audit log without addresses', async () => {
    const support = await logInAs(shop, 'support');
    const call = (operator: string) => shop.call(operatorEndpoints.exportNewsletter, { operator });
    const { status } = await call(support.cookie);
    expect(status).toBe(200);
    const entry = await rowOf(db, 'audit_log', { actor_name: support.email });
    expect(entry).toMatchObject({ action: 'newsletter.exported', after: { addresses: 3 } });
    expect(JSON.stringify(entry)).not.toContain('example.org');
    for (const role of ['editor', 'bookkeeper'] as const)
      expect((await call((await logInAs(shop, role)).cookie)).codes).toEqual(['FORBIDDEN']);
    shop.advance(10 * 60_000);
    expect((await call(support.cookie)).codes).toEqual(['PROOF_REQUIRED']);
  });

  test('is streamed no faster than it is read, and breaks off when the database fails', async () => {
    const { cookie } = await logInAs(shop, 'owner');
    await sql`insert into newsletter_subscriptions (id, email, locale, state, source, requested_at, confirmed_at)
      select uuidv7(), 'many-' || lpad(number::text, 5, '0') || '@example.org', 'de', 'confirmed', 'footer', now(), now()
      from generate_series(1, 9000) number`.execute(db);
    const begin = async () => {
      const { body, headers } = await shop.send(operatorEndpoints.exportNewsletter.path, {
        headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      });
      expect(headers.get('X-Row-Count')).toMatch(/^900\d$/);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      if (reader === undefined) throw new Error('The export has no body');
      return reader;
    };
    const rest = async (reader: ReadableStreamDefaultReader<string>) => {
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
      return text;
    };
    const reader = await begin();
    const first = (await reader.read()).value ?? '';
    await sql`update newsletter_subscriptions set source = 'changed' where email = 'many-09000@example.org'`.execute(
      db,
    );
    const whole = `${first}${await rest(reader)}`;
    expect(whole.match(/many-\d{5}@/g)).toHaveLength(9_000);
    expect(whole).toMatch(/many-09000@example\.org;de;[^;]+;changed;/);

    const broken = await begin();
    await broken.read();
    await sql`alter table newsletter_events rename to newsletter_events_away`.execute(db);
    await expect(rest(broken)).rejects.toThrow();
    expect(shop.faults).toMatchObject([{ event: 'call_failed' }]);
    shop.faults.length = 0;
    const unread = await shop.call(operatorEndpoints.exportNewsletter, { operator: cookie });
    expect(unread.status).toBe(500);
    await sql`alter table newsletter_events_away rename to newsletter_events`.execute(db);
  });
});
