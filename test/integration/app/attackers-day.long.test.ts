import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { type Limit, type LimitName, limits, rateLimitsOf } from '#api/rate-limit-policy.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { createCallLimits } from '#server/platform/http/limits/call-limits.ts';
import { mailboxOf } from '#server/platform/mailboxes.ts';
import { deleteOldHits } from '#server/platform/rate-limits.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import {
  createSubject,
  type SampleCall,
  sampleCalls,
  sampleRequest,
} from '#test/integration/support/sample-calls.ts';
import {
  berlin,
  password,
  register,
  registerUnconfirmed,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';
import { createSoftwareAuthenticator } from '#test/support/software-authenticator.ts';

// A day of an attacker with any number of networks, against one account and the shop, by every call.

const shop = await openTestShop();
const { db, context } = shop;
const minute = 60_000;
const hours = 25;

/** The highest limit of a network in memory: lower than in production, so that one busy network exceeds them all. */
const busiest = 40;
const callLimits = createCallLimits(
  context,
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]: [string, Limit]) => [
      name,
      limit.kept === 'memory' && limit.by.join() === 'network' && limit.most > busiest
        ? { ...limit, most: busiest }
        : limit,
    ]),
  ) as Record<LimitName, Limit>,
);
const attacked = createShopApi(context, apiTexts, { callLimits });

let networks = 0;
/** Returns an address in another IPv4 network or IPv6 site each time. */
const newSite = () => {
  networks += 1;
  return networks % 2 === 0
    ? `198.${Math.floor(networks / 250) % 250}.100.${networks % 250}`
    : `2001:${networks.toString(16)}:5:1::/64`;
};

const owner = await register(shop, 'opfer@example.org');
const spellings = [owner.email, ' Opfer@EXAMPLE.org ', 'opfer+kurse@example.org', 'OPFER+2@example.org'];

/** Calls that mail the owner a login code or a password link. */
const mailing: readonly object[] = [endpoints.requestLoginCode, endpoints.requestPasswordReset];

/** Calls whose sample has the right password. */
const guessing: readonly object[] = [endpoints.logIn, endpoints.enterCampaign];

/** Returns the sample call of a stranger: with the owner's address as every e-mail address. */
function naming(call: SampleCall, spelling: string): SampleCall {
  const { body, endpoint } = call;
  if (body === null) return call;
  const replaced = JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key === 'email' || key === 'identifier') return spelling;
    return key === 'password' && guessing.includes(endpoint) ? 'geraten und falsch' : value;
  }) as Record<string, unknown>;
  return { ...call, body: replaced };
}

async function send(call: SampleCall, clientAddress: string): Promise<number> {
  const response = await attacked.fetch(sampleRequest(call), { clientAddress });
  received += (await response.arrayBuffer()).byteLength;
  return response.status;
}
let received = 0;

/** Returns the calls of an account whose address is an unconfirmed label of the owner's mailbox. */
async function callsOfStranger(): Promise<readonly SampleCall[]> {
  const subject = await createSubject(shop);
  const email = `opfer+${randomUUID()}@example.org`;
  const { access, refresh, id } = await registerUnconfirmed(shop, email);
  return sampleCalls({ ...subject, shopper: { email, access, refresh, id } });
}

/** Registers an account with a label of the owner's mailbox, and makes all calls that send it mail. */
async function mailByAccount(): Promise<void> {
  const email = () => `opfer+${randomUUID()}@example.org`;
  const { id, access: bearer } = await registerUnconfirmed(shop, email());
  await shop.call(endpoints.requestEmailConfirmation, { bearer, body: {} });
  await shop.call(endpoints.requestEmailCode, { bearer, body: {} });
  const attributes = { email: email(), password };
  await shop.call(endpoints.updateUser, {
    bearer,
    params: { id },
    body: { data: { type: 'users', id, attributes } },
  });
  const changed = await shop.call(endpoints.changePassword, {
    bearer,
    body: { current_password: password, password, password_confirmation: password },
  });
  await shop.call(endpoints.deleteAccount, {
    bearer: changed.value?.access ?? '',
    params: { id },
    body: { password },
  });
}

/**
 * Orders one piece and begins to pay, by default so that the payment stays pending and holds the piece. Returns the
 * state of the order, or the codes of the refusal.
 */
async function order(
  product: string,
  address: string,
  nonce = `fake-redirect-action-nonce#${randomUUID()}`,
): Promise<string> {
  const email = `halter-${randomUUID()}@example.org`;
  const { id } = await storeGuestCart(shop, { [product]: 1 });
  await shop.call(endpoints.setShippingAddress, { address, body: { id, email, ...berlin } });
  const ordered = await shop.call(endpoints.createOrder, {
    address,
    body: { email, bundle_cart_unique_id: id },
  });
  if (ordered.value === null) return ordered.codes.join();
  const { data, meta } = ordered.value;
  const paid = await shop.call(endpoints.checkOutOrder, {
    address,
    orderToken: meta?.order_token ?? '',
    body: {
      id: data.id,
      payment_method_nonce: nonce,
      expected_total: data.attributes.amount_due,
      waiver_accepted: true,
    },
  });
  return paid.value?.data.attributes.state ?? paid.codes.join();
}

const mailer = createMemoryMailer();

async function deliver(): Promise<void> {
  while ((await deliverMail(context, { mailer, texts: apiTexts.mails })) > 0);
}

/** Runs the background jobs until nothing is due. */
async function work(): Promise<void> {
  while ((await resolveUnknownPayments(context)) > 0);
  while ((await decideDeclarations(context)) > 0);
  await deliver();
  while ((await deleteExpiredData(context)) > 0);
  while ((await deleteOldHits(context)) > 0);
}

/** Returns the logins of the owner by passkey, password, code and link, each from a new device and network. */
function createOwner() {
  let current = password;
  let device = createSoftwareAuthenticator(context.settings.siteUrl);

  /** Returns what `kind` captures in the newest mail to the owner that matches it. */
  async function newestMailed(kind: RegExp): Promise<string> {
    await deliver();
    const mail = mailer.delivered.findLast(
      ({ recipient, subject, text }) => recipient === owner.email && kind.test(`${subject}\n${text}`),
    );
    return kind.exec(`${mail?.subject}\n${mail?.text}`)?.[1] ?? '';
  }

  async function addPasskey(): Promise<void> {
    const entered = await byPassword();
    const bearer = entered.value?.access ?? '';
    device = createSoftwareAuthenticator(context.settings.siteUrl);
    const opened = await shop.call(endpoints.openNewPasskey, { bearer, body: {}, address: newSite() });
    if (opened.value === null) throw new Error(opened.text);
    const credential = device.create(opened.value.options, { isSynced: true });
    const added = await shop.call(endpoints.addPasskey, { bearer, body: { credential }, address: newSite() });
    if (added.value === null) throw new Error(added.text);
  }

  const byPassword = () =>
    shop.call(endpoints.logIn, { address: newSite(), body: { identifier: owner.email, password: current } });

  async function byPasskey() {
    const opened = await shop.call(endpoints.openPasskeyLogIn, { address: newSite(), body: {} });
    if (opened.value === null) return opened.status;
    const credential = device.sign(opened.value.options, { isSynced: true });
    return (await shop.call(endpoints.logInWithPasskey, { address: newSite(), body: { credential } })).status;
  }

  async function byCode() {
    const { email } = owner;
    const address = newSite();
    const sent = await shop.call(endpoints.requestLoginCode, { address, body: { email, locale: 'de' } });
    const request_id = sent.value?.request_id ?? '';
    const code = await newestMailed(/^(\d{6}) ist Ihr Code für M/);
    return (await shop.call(endpoints.logInWithCode, { address, body: { email, code, request_id } })).status;
  }

  /** Sets a new password, which the next logins use. */
  async function byLink() {
    const { email } = owner;
    await shop.call(endpoints.requestPasswordReset, { address: newSite(), body: { email } });
    const token = await newestMailed(/schritt=neu#token=([\w-]+)/);
    const next = `ein neues Wort ${randomUUID()}`;
    const reset = await shop.call(endpoints.resetPassword, {
      address: newSite(),
      body: { token, password: next, password_confirmation: next },
    });
    if (reset.status !== 200) return reset.status;
    current = next;
    await addPasskey();
    return (await byPassword()).status;
  }

  return {
    addPasskey,
    logIns: {
      passkey: byPasskey,
      password: async () => (await byPassword()).status,
      code: byCode,
      link: byLink,
    },
  };
}

/** Returns the row count of each table, and the bytes of all tables. */
async function measure() {
  const { rows: tables } = await sql<{ name: string; bytes: string }>`
    select table_name as name, pg_total_relation_size(quote_ident(table_name)::regclass) as bytes
    from information_schema.tables where table_schema = 'public'`.execute(db);
  const rows = new Map<string, number>();
  for (const { name } of tables) {
    const counted = await sql<{ count: string }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    rows.set(name, Number(counted.rows[0]?.count));
  }
  return { rows, bytes: tables.reduce((all, { bytes }) => all + Number(bytes), 0) };
}

/** Returns how many mails a limit allows during the attack, which one more time window may touch. */
const mostOf = (name: LimitName) => {
  const { most, minutes }: Limit = limits[name];
  return most * (Math.ceil((hours * 60) / minutes) + 1);
};

/** The most mails to the owner's mailbox by template, including those that the owner's logins cause. */
const mostMails: Readonly<Record<string, number>> = {
  // The owner's address, and all labels of the mailbox together.
  login_code: 2 * (mostOf('login_code_day') + mostOf('login_code_late')) + 4 * hours * limits.login_code.most,
  reset_password: mostOf('password_link') * 2 + 4 * hours * limits.password_link.most,
  email_confirmation: mostOf('email_confirmation'),
  email_change: mostOf('email_change_to'),
  email_change_code: mostOf('account_notice'),
  email_change_notice: mostOf('account_notice'),
  password_changed: mostOf('account_notice') + 2 * hours,
  passkey_added: mostOf('account_notice') + 2 * hours + 1,
  account_deletion: mostOf('account_notice'),
  account_deleted: mostOf('account_notice'),
  newsletter_confirm: mostOf('newsletter'),
  contact_receipt: mostOf('contact_receipt'),
  withdrawal_receipt: mostOf('declaration'),
  cancellation_receipt: mostOf('declaration'),
  collected_receipt: mostOf('collected_receipt'),
};

/** Tables that keep rows after all retention periods: accounts with their data, sums, anonymous orders and mails. */
const lasting: ReadonlySet<string> = new Set([
  ...['users', 'addresses', 'carts', 'cart_lines', 'cart_merges', 'lesson_notes', 'lesson_progress'],
  ...['registration_sources', 'wish_list_items', 'lesson_watching', 'product_ratings'],
  ...['changed_days', 'changed_invoice_days'],
  ...['orders', 'order_lines', 'order_events', 'payment_attempts', 'invoices', 'documents', 'counters'],
  ...['outbox', 'giveaway_draws'],
]);

test('all logins of the owner succeed during a day of attacks by every call; mails, rows, stock and bytes stay within limits', async () => {
  const me = createOwner();
  await me.addPasskey();
  const scarce = 'gift-box-zeichentisch';
  const pieces = async () => (await rowOf(db, 'products', { id: scarce })).stock;
  await db.updateTable('products').set({ stock: 6 }).where('id', '=', scarce).execute();
  await work();
  const before = await measure();
  const statuses: Record<string, number[]> = { passkey: [], password: [], code: [], link: [] };
  const refused = new Set<string>();
  const held: string[] = [];
  let calls = 0;

  for (let hour = 0; hour < hours; hour += 1) {
    const ofStranger = await callsOfStranger();
    for (let count = 0; count < 3; count += 1) await mailByAccount();
    for (const [at, sample] of ofStranger.entries()) {
      const name =
        Object.keys(endpoints).find((key) => endpoints[key as keyof typeof endpoints] === sample.endpoint) ??
        '';
      const attack = async (address: string, count: number) => {
        const status = await send(naming(sample, spellings[count % spellings.length] ?? ''), address);
        calls += 1;
        if (status === 429) refused.add(name);
        expect(status, name).toBeLessThan(500);
      };
      for (let count = 0; count < 7; count += 1) await attack(newSite(), count);
      // In each hour some of the calls exceed every limit of one network.
      if (at % hours !== hour) continue;
      const busy = newSite();
      for (let count = 0; count < busiest + 70; count += 1) await attack(busy, count);
    }
    const holding = newSite();
    for (let count = 0; count < 4; count += 1) held.push(await order(scarce, holding));
    held.push(await order(scarce, newSite()));
    if (hour === 0) expect(await order(scarce, newSite(), 'fake-valid-nonce')).toBe('paid');
    await work();
    // Twice, because a login invalidates the codes and links that were mailed before.
    for (let times = 0; times < 2; times += 1) {
      for (const { endpoint, ...sample } of ofStranger)
        for (let count = 0; mailing.includes(endpoint) && count < 7; count += 1)
          await send(naming({ endpoint, ...sample }, owner.email), newSite());
      for (const [way, logIn] of Object.entries(me.logIns)) statuses[way]?.push(await logIn());
    }
    shop.advance(60 * minute);
    await work();
  }

  const all = Array.from({ length: 2 * hours }, () => 200);
  expect(statuses).toEqual({ passkey: all, password: all, code: all, link: all });
  expect(shop.faults).toEqual([]);

  const neverRefused = Object.keys(rateLimitsOf).filter((name) => !refused.has(name));
  expect(neverRefused.toSorted()).toEqual(['declareCancellation', 'declareWithdrawal']);

  const counted = await db
    .selectFrom('outbox')
    .select(['template', 'recipient', (select) => select.fn.countAll<string>().as('count')])
    .groupBy(['template', 'recipient'])
    .execute();
  const toOwner: Record<string, number> = {};
  for (const { template, recipient, count } of counted)
    if (mailboxOf(recipient) === owner.email) toOwner[template] = (toOwner[template] ?? 0) + Number(count);
  expect(Object.keys(toOwner).length, 'kinds of mails').toBeGreaterThan(10);
  for (const [template, count] of Object.entries(toOwner))
    expect(count, template).toBeLessThanOrEqual(mostMails[template] ?? 0);

  expect(new Set(held)).toEqual(new Set(['awaiting_action', 'STOCK_HELD']));
  expect(await pieces(), 'unpaid reservations are released').toBe(5);

  const after = await measure();
  const sum = (rows: ReadonlyMap<string, number>) =>
    [...rows.values()].reduce((all, count) => all + count, 0);
  expect((sum(after.rows) - sum(before.rows)) / calls, 'rows stored by a call').toBeLessThan(0.5);
  expect((after.bytes - before.bytes) / calls, 'bytes stored by a call').toBeLessThan(2_000);
  expect(received / calls, 'bytes of a response').toBeLessThan(60_000);

  for (let days = 0; days < 1_200; days += 40) {
    shop.advance(40 * 24 * 60 * minute);
    await work();
  }
  const { rows: left } = await measure();
  const grown = [...left]
    .filter(([table, count]) => count > (before.rows.get(table) ?? 0))
    .map(([table]) => table);
  expect(grown.filter((table) => !lasting.has(table))).toEqual([]);
  const named = await db
    .selectFrom('orders')
    .select('email')
    .where('completed_at', 'is', null)
    .where('email', 'like', '%@example.org')
    .execute();
  expect(named, 'unpaid orders with an address').toEqual([]);
  const { recipients } = await db
    .selectFrom('outbox')
    .select((select) => select.fn.count<string>('recipient').distinct().as('recipients'))
    .executeTakeFirstOrThrow();
  expect(Number(recipients), 'recipients of mails').toBe(1);
});
