import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { limits } from '#api/rate-limit-policy.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { password, register, registerUnconfirmed, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  changePassword as change,
  countMails,
  deleteAccount,
  logIn,
  mailedCode,
  patchUser,
} from './account-shop.ts';

const shop = await openTestShop();
const day = 24 * 60 * 60_000;

let victims = 0;
const newVictim = () => `opfer-${++victims}@example.org`;
const newAddress = () => `ziel-${++victims}@example.org`;

const counted = (recipient: string) => countMails(shop, recipient);

async function changePassword(access: string): Promise<string> {
  const { value, text } = await change(shop, access, password);
  if (value === null) throw new Error(`The password was not changed: ${text}`);
  return value.access;
}

/** Registers with somebody's address, changes the password and deletes the account: three mails. */
async function registerAndDelete(email: string): Promise<void> {
  const mine = await registerUnconfirmed(shop, email);
  const access = await changePassword(mine.access);
  expect((await deleteAccount(shop, { ...mine, access })).status).toBe(200);
}

const askForCode = ({ access: bearer }: Pick<Shopper, 'access'>) =>
  shop.call(endpoints.requestEmailCode, { bearer, body: {} });

describe('a stranger who uses an address that is not theirs', () => {
  test('causes 16 mails a day by 40 registrations, password changes and deletions', async () => {
    const [victim, other] = [newVictim(), newVictim()];
    for (let count = 0; count < 10; count += 1) await registerAndDelete(victim);
    const session = await registerUnconfirmed(shop, victim);
    let { access } = session;
    for (let count = 0; count < 30; count += 1) access = await changePassword(access);
    expect(await counted(victim)).toEqual({ email_confirmation: 6, password_changed: 5, account_deleted: 5 });
    await registerAndDelete(other);
    expect(await counted(other)).toEqual({ email_confirmation: 1, password_changed: 1, account_deleted: 1 });
    shop.advance(day);
    await changePassword((await logIn(shop, victim, password)).value?.access ?? '');
    expect((await counted(victim)).password_changed).toBe(6);
  });

  test('shares one limit between all spellings of a mailbox; another mailbox has its own', async () => {
    const name = newVictim().replace('@example.org', '');
    const spellings = [
      `${name}@example.org`,
      `${name}+eins@example.org`,
      `${name.toUpperCase()}+Zwei@EXAMPLE.org`,
    ];
    for (let count = 0; count < 3; count += 1) {
      for (const spelling of spellings) await registerAndDelete(spelling);
    }
    const sent = await countMails(shop, ...spellings.map((spelling) => spelling.toLowerCase()));
    expect(sent).toEqual({ email_confirmation: 6, password_changed: 5, account_deleted: 5 });
    const neighbour = `${name}@example.net`;
    await registerAndDelete(neighbour);
    expect(Object.values(await counted(neighbour))).toEqual([1, 1, 1]);
  });

  test('cannot exceed the limit of login codes with new device tokens', async () => {
    const email = newVictim();
    await registerUnconfirmed(shop, email);
    for (let count = 0; count < 6; count += 1) {
      const device_token = (await logIn(shop, email, password)).value?.device_token ?? '';
      await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de', device_token } });
    }
    expect((await counted(email)).login_code, 'five for ten minutes and one for an hour').toBe(6);
  });
});

/** Returns the kinds of the unused links and codes of an account. */
async function openTokens(userId: string): Promise<readonly string[]> {
  const rows = await shop.db
    .selectFrom('one_time_tokens')
    .select('kind')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return rows.map(({ kind }) => kind).toSorted();
}

test('a confirmation link over the limit is refused only if no valid one was mailed to that address', async () => {
  const email = newVictim();
  const mine = await registerUnconfirmed(shop, email);
  for (let count = 1; count <= 5; count += 1)
    await registerUnconfirmed(shop, email.replace('@', `+${count}@`));
  const ask = ({ access: bearer }: Shopper) => shop.call(endpoints.requestEmailConfirmation, { bearer });
  expect((await ask(mine)).status).toBe(202);
  expect(await counted(email)).toEqual({ email_confirmation: 1 });
  const late = await registerUnconfirmed(shop, email.replace('@', '+spaet@'));
  expect((await ask(late)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
});

test('an address that many accounts want gets ten mails a day; other profile changes are saved even then', async () => {
  const wanted = newAddress();
  for (let count = 0; count < limits.email_change_to.most; count += 1)
    expect((await patchUser(shop, await register(shop), { email: wanted })).status).toBe(200);
  const mine = await register(shop);
  const before = await openTokens(mine.id);
  const late = await patchUser(shop, mine, { email: wanted, firstname: 'Ada' });
  expect([late.status, late.value?.data.attributes.firstname]).toEqual([200, 'Ada']);
  expect(await counted(wanted)).toEqual({ email_change: 10 });
  expect(await counted(mine.email)).toEqual({ email_change_notice: 1 });
  expect(await openTokens(mine.id)).toEqual(before);
});

describe('the owner of a confirmed address', () => {
  test('is notified of a hundred changes a day, not counting mails before the confirmation', async () => {
    const email = newVictim();
    for (let count = 0; count < 5; count += 1) await registerAndDelete(email);
    await shop.db.deleteFrom('outbox').where('recipient', '=', email).execute();
    const mine = await register(shop, email);
    await changePassword(mine.access);
    shop.advance(day);
    let access = (await logIn(shop, mine.email, password)).value?.access ?? '';
    for (let count = 0; count < limits.account_notice_owner.most; count += 1)
      access = await changePassword(access);
    expect((await counted(mine.email)).password_changed).toBe(101);
    await changePassword(access);
    expect((await counted(mine.email)).password_changed).toBe(101);
  });

  test('logs in by code and gets a password link, although a stranger has used up the limit', async () => {
    const email = newVictim();
    for (let count = 0; count < 5; count += 1) await registerAndDelete(email);
    await registerUnconfirmed(shop, email);
    await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
    const body = { email, code: await mailedCode(shop, email) };
    expect((await shop.call(endpoints.logInWithCode, { body })).status).toBe(200);
    await shop.call(endpoints.requestPasswordReset, { body: { email } });
    expect((await counted(email)).reset_password).toBe(1);
  });
});

test('mails that are dropped are logged without their address', async () => {
  const lines: unknown[] = [];
  const log = {
    ...shop.context.log,
    warn: (event: string, facts?: object) => lines.push({ event, ...facts }),
  };
  const api = createShopApi({ ...shop.context, log }, apiTexts);
  const { email, access } = await registerUnconfirmed(shop, newVictim());
  let bearer = access;
  for (let count = 0; count < 10; count += 1) bearer = await changePassword(bearer);
  const request = new Request('http://localhost/api/password/change', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ current_password: password, password, password_confirmation: password }),
  });
  expect((await api.fetch(request, { clientAddress: 'logged' })).status).toBe(200);
  expect(lines).toEqual([
    { event: 'mail_over_limit', template: 'password_changed', limit: 'account_notice' },
  ]);
  expect(JSON.stringify(lines)).not.toContain(email);
});

test('twenty parallel changes of the addresses of two accounts all succeed', async () => {
  const [one, other] = [await register(shop), await register(shop)];
  const [first, second] = [newAddress(), newAddress()];
  const changes = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? patchUser(shop, one, { email: first }) : patchUser(shop, other, { email: second }),
  );
  const codes = Array.from({ length: 4 }, (_, index) => askForCode(index % 2 === 0 ? one : other));
  const answers = await Promise.all([...changes, ...codes]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 202]));
  expect(shop.faults).toEqual([]);
});
