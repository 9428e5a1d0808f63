import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { outcomeOfCall, refusal, tally } from '#test/integration/support/outcomes.ts';
import type { Shopper } from '#test/integration/support/shoppers.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { logIn, mailedToken, mailsTo, patchUser } from './account-desk.ts';

const shop = await openTestShop();
let addresses = 0;
const newAddress = () => `neu-${++addresses}@example.org`;

/** Uses a link in the session that asked for it. */
async function confirm(token: string, { refresh }: Pick<Shopper, 'refresh'>) {
  const { value } = await shop.call(endpoints.refreshSession, { body: { refresh } });
  return shop.call(endpoints.confirmEmail, { body: { token }, bearer: value?.access ?? '' });
}

async function emailOf(id: string): Promise<string | undefined> {
  const row = await shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email;
}

describe('a changed e-mail address', () => {
  test('takes effect once its link is used; both addresses get a mail', async () => {
    const mine = await register(shop);
    const wanted = newAddress();
    const patched = await patchUser(shop, mine, { email: wanted, firstname: 'Ada' }, 'en');
    expect(patched.value?.data.attributes).toMatchObject({ email: mine.email, firstname: 'Ada' });
    const [notice] = (await mailsTo(shop, mine.email)).filter(
      ({ template }) => template === 'email_change_notice',
    );
    expect(notice).toMatchObject({ locale: 'en', facts: { email: wanted } });
    const token = await mailedToken(shop, 'email_change', wanted);
    expect((await confirm(token, mine)).status).toBe(200);
    expect(await emailOf(mine.id)).toBe(wanted);
    expect((await logIn(shop, wanted, password)).value?.data.email).toBe(wanted);
    expect((await logIn(shop, mine.email, password)).status).toBe(401);
    const again = await confirm(token, mine);
    expect([again.status, again.codes]).toEqual([410, ['LINK_EXPIRED']]);
  });

  test('does not reveal that an address is taken: same response, same notice, no change', async () => {
    const owner = await register(shop);
    const mine = await register(shop);
    const [free, taken] = [
      await patchUser(shop, mine, { email: newAddress() }),
      await patchUser(shop, mine, { email: owner.email }),
    ];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    const notices = (await mailsTo(shop, mine.email)).filter(
      ({ template }) => template === 'email_change_notice',
    );
    expect(notices).toHaveLength(2);
    expect(await mailedToken(shop, 'email_change', owner.email)).toBe('');
    expect(await mailsTo(shop, owner.email)).toEqual([]);
    expect(await emailOf(mine.id)).toBe(mine.email);
  });

  test('fails when somebody else takes the address in the meantime', async () => {
    const mine = await register(shop);
    const wanted = newAddress();
    await patchUser(shop, mine, { email: wanted });
    const token = await mailedToken(shop, 'email_change', wanted);
    await register(shop, wanted);
    expect((await confirm(token, mine)).codes).toEqual(['LINK_EXPIRED']);
    expect(await emailOf(mine.id)).toBe(mine.email);
  });

  test('can be confirmed for sixty minutes', async () => {
    const mine = await register(shop);
    const [early, late] = [newAddress(), newAddress()];
    await patchUser(shop, mine, { email: late });
    const expired = await mailedToken(shop, 'email_change', late);
    shop.advance(60 * 60_000);
    expect((await confirm(expired, mine)).codes).toEqual(['LINK_EXPIRED']);
    const { value } = await logIn(shop, mine.email, password);
    const { access = '', refresh = '' } = value ?? {};
    await patchUser(shop, { id: mine.id, access }, { email: early });
    const token = await mailedToken(shop, 'email_change', early);
    shop.advance(60 * 60_000 - 1);
    expect((await confirm(token, { refresh })).status).toBe(200);
  });

  test('invalidates links sent to the old address', async () => {
    const mine = await register(shop);
    await shop.call(endpoints.requestPasswordReset, { body: { email: mine.email } });
    const old = await mailedToken(shop, 'reset_password', mine.email);
    const wanted = newAddress();
    await patchUser(shop, mine, { email: wanted });
    await confirm(await mailedToken(shop, 'email_change', wanted), mine);
    const reset = await shop.call(endpoints.resetPassword, {
      body: { token: old, password, password_confirmation: password },
    });
    expect(reset.codes).toEqual(['LINK_EXPIRED']);
  });

  test('is cancelled by a password change', async () => {
    const mine = await register(shop);
    const wanted = newAddress();
    await patchUser(shop, mine, { email: wanted });
    const token = await mailedToken(shop, 'email_change', wanted);
    const changed = await shop.call(endpoints.changePassword, {
      bearer: mine.access,
      body: {
        current_password: password,
        password: 'neun Birnen im Korb',
        password_confirmation: 'neun Birnen im Korb',
      },
    });
    const { refresh = '' } = changed.value ?? {};
    expect((await confirm(token, { refresh })).codes).toEqual(['LINK_EXPIRED']);
  });

  test('that equals the old one sends nothing', async () => {
    const mine = await register(shop);
    expect((await patchUser(shop, mine, { email: ` ${mine.email.toUpperCase()} ` })).status).toBe(200);
    expect(await mailsTo(shop, mine.email)).toEqual([]);
  });

  test('can be requested ten times an hour', async () => {
    const mine = await register(shop);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => patchUser(shop, mine, { email: newAddress() })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('in parallel', () => {
  test('one of twenty uses of a link succeeds', async () => {
    const mine = await register(shop);
    const wanted = newAddress();
    await patchUser(shop, mine, { email: wanted });
    const token = await mailedToken(shop, 'email_change', wanted);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token, mine)));
    expect(tally(answers.map(outcomeOfCall))).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 19 });
  });

  test('one of ten accounts gets an address that all of them confirm', async () => {
    const wanted = newAddress();
    const links: { readonly token: string; readonly owner: Shopper }[] = [];
    for (let count = 0; count < 10; count += 1) {
      const owner = await register(shop);
      await patchUser(shop, owner, { email: wanted });
      links.push({ token: await mailedToken(shop, 'email_change', wanted), owner });
    }
    const answers = await Promise.all(links.map(({ token, owner }) => confirm(token, owner)));
    expect(tally(answers.map(outcomeOfCall))).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 9 });
    expect(shop.faults).toEqual([]);
  });
});
