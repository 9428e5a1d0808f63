import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { unsubscribeToken } from '#server/marketing/newsletter.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { password, register, registerWith } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  arriveByPurchase,
  changeEmail,
  isLoggedIn,
  joinNewsletter,
  mailedToken,
  mailsTo,
  patchUser,
  userRow,
} from './account-shop.ts';

const shop = await openTestShop();
let readers = 0;
const newReader = () => `leserin-${++readers}@example.org`;

function subscribe(email: string, locale: 'de' | 'en' = 'de', address?: string) {
  return shop.call(endpoints.subscribeToNewsletter, {
    body: { email, locale, source: 'widget' },
    ...(address === undefined ? {} : { address }),
  });
}

function confirm(token: string) {
  return shop.call(endpoints.confirmNewsletter, { body: { token } });
}

const linkOf = (email: string) => mailedToken(shop, 'newsletter_confirm', email);

/** Requests the newsletter; returns the mailed token. */
async function ask(email: string): Promise<string> {
  await subscribe(email);
  return linkOf(email);
}

async function join(email = newReader()) {
  await joinNewsletter(shop, email);
  return { email, token: await mailedToken(shop, 'newsletter_welcome', email) };
}

async function stateOf(email: string): Promise<string | undefined> {
  const [row] = await rowsOf(shop.db, 'newsletter_subscriptions', { email }, ['state']);
  return row?.state;
}

async function eventsOf(email: string) {
  return shop.db
    .selectFrom('newsletter_events')
    .innerJoin('newsletter_subscriptions', 'newsletter_subscriptions.id', 'subscription_id')
    .select(['event', 'newsletter_events.source', 'wording'])
    .where('email', '=', email)
    .orderBy('newsletter_events.id')
    .execute();
}

async function getsNewsletter(person: { id: string; access: string }): Promise<boolean | undefined> {
  const { value } = await shop.call(endpoints.getUser, { params: { id: person.id }, bearer: person.access });
  return value?.data.attributes.newsletter;
}

const registerWithBox = (email: string) => registerWith(shop, { email, newsletter: true });

describe('an address whose limit of newsletter mails strangers have used up', () => {
  async function exhaustLimit(email: string): Promise<void> {
    for (let time = 0; time < 7; time += 1) expect((await subscribe(email)).status).toBe(202);
  }
  const askedFor = async (email: string) => (await mailsTo(shop, email, 'newsletter_confirm')).length;

  test('can be registered with the newsletter box, which sends no further mail', async () => {
    const email = newReader();
    await exhaustLimit(email);
    expect((await registerWithBox(email)).status).toBe(201);
    expect(await askedFor(email)).toBe(5);
  });

  test('can be subscribed by its owner in the profile, with other changes', async () => {
    const me = await register(shop, newReader());
    await exhaustLimit(me.email);
    const changed = await patchUser(shop, me, { newsletter: true, firstname: 'Ada' });
    expect([changed.status, changed.value?.data.attributes.firstname]).toEqual([200, 'Ada']);
    expect(await askedFor(me.email)).toBe(6);
    await confirm(await linkOf(me.email));
    expect(await getsNewsletter(me)).toBe(true);
  });

  test('can be confirmed with the link of the last mail', async () => {
    const email = newReader();
    await exhaustLimit(email);
    expect((await subscribe(email)).status).toBe(202);
    expect(await askedFor(email)).toBe(5);
    expect((await confirm(await linkOf(email))).status).toBe(200);
    expect(await stateOf(email)).toBe('confirmed');
  });

  test('can enter a giveaway, which sends no further mail', async () => {
    const email = newReader();
    await exhaustLimit(email);
    const body = { email, giveaway: 'winterlos', newsletter: true };
    expect((await shop.call(endpoints.enterGiveaway, { body })).status).toBe(202);
    expect(await shop.db.selectFrom('giveaway_entries').select('email').execute()).toEqual([{ email }]);
    expect(await askedFor(email)).toBe(5);
  });
});

describe('requesting the newsletter', () => {
  test('takes effect after the confirmation with the mailed link, and stores the consent text', async () => {
    const email = newReader();
    expect((await subscribe(email, 'en')).status).toBe(202);
    expect(await stateOf(email)).toBe('pending');
    expect((await confirm(await linkOf(email))).status).toBe(200);
    expect(await stateOf(email)).toBe('confirmed');
    const events = await eventsOf(email);
    expect(events.map(({ event, source }) => [event, source])).toEqual([
      ['requested', 'widget'],
      ['confirmed', 'widget'],
    ]);
    expect(events[1]?.wording).toMatch(/^Yes, I would like to receive the newsletter of Meisterhand /);
    expect((await mailsTo(shop, email)).map(({ template }) => template)).toEqual([
      'newsletter_confirm',
      'newsletter_welcome',
    ]);
  });

  test('can be confirmed twice, also in parallel', async () => {
    const email = newReader();
    const token = await ask(email);
    const answers = await inParallel(10, () => confirm(token));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await eventsOf(email)).map(({ event }) => event)).toEqual(['requested', 'confirmed']);
    expect(await mailsTo(shop, email)).toHaveLength(2);
  });

  test('is not confirmed by GET and HEAD requests of programs that follow links', async () => {
    const email = newReader();
    const token = await ask(email);
    for (const method of ['GET', 'HEAD'])
      expect((await shop.send(`/newsletter/confirm?token=${token}`, { method })).status).toBe(405);
    expect(await stateOf(email)).toBe('pending');
  });

  test('can be confirmed for a week, and only by the newest link', async () => {
    const email = newReader();
    const [first, second] = [await ask(email), await ask(email)];
    expect((await confirm(first)).codes).toEqual(['LINK_EXPIRED']);
    const slowest = await ask(newReader());
    shop.advance(7 * 24 * 60 * 60_000 - 1);
    expect((await confirm(slowest)).status).toBe(200);
    shop.advance(1);
    expect(await confirm(second)).toMatchObject({ status: 410, codes: ['LINK_EXPIRED'] });
    expect((await confirm('A'.repeat(43))).codes).toEqual(['LINK_EXPIRED']);
  });

  test('gets the same response for confirmed addresses, without a mail', async () => {
    const { email } = await join();
    const before = (await mailsTo(shop, email)).length;
    const [known, unknown] = [await subscribe(email), await subscribe(newReader())];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await mailsTo(shop, email)).toHaveLength(before);
    expect(await stateOf(email)).toBe('confirmed');
  });

  test('is limited by mailbox and by client address', async () => {
    const email = newReader();
    const mails = async () => (await mailsTo(shop, email)).length;
    const same = await inParallel(8, () => subscribe(email));
    expect(same.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202));
    expect(await mails()).toBe(5);
    const many = await inParallel(35, () => subscribe(newReader(), 'de', 'one address'));
    expect(many.filter(({ codes }) => codes[0] === 'TOO_MANY_ATTEMPTS')).toHaveLength(5);
    // The limit of a network address ends after one hour, the limit of a mailbox after one day.
    shop.advance(60 * 60_000 - 1);
    expect((await subscribe(newReader(), 'de', 'one address')).status).toBe(429);
    shop.advance(1);
    expect((await subscribe(newReader(), 'de', 'one address')).status).toBe(202);
    shop.advance(23 * 60 * 60_000 - 1);
    await subscribe(email);
    expect(await mails()).toBe(5);
    shop.advance(1);
    await subscribe(email);
    expect(await mails()).toBe(6);
  });
});

describe('leaving the newsletter', () => {
  test('takes one GET request without login, which never expires and can be repeated', async () => {
    const { email, token } = await join();
    shop.advance(3 * 365 * 24 * 60 * 60_000);
    const leave = () => shop.call(endpoints.leaveNewsletter, { query: { token } });
    expect((await leave()).status).toBe(200);
    expect((await leave()).status).toBe(200);
    expect(await stateOf(email)).toBe('unsubscribed');
    expect((await eventsOf(email)).map(({ event }) => event)).toEqual([
      'requested',
      'confirmed',
      'unsubscribed',
    ]);
  });

  test('is not done by a HEAD request, which programs use to check links', async () => {
    const { email, token } = await join();
    const tried = await shop.send(`/newsletter/unsubscribe?token=${token}`, { method: 'HEAD' });
    expect([tried.status, tried.headers.get('Allow')]).toEqual([405, 'GET, POST']);
    expect(await stateOf(email)).toBe('confirmed');
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('takes one click in a mail program (%s)', async (type, body) => {
    const { email, token } = await join();
    const answer = await shop.send(`/newsletter/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect(await stateOf(email)).toBe('unsubscribed');
  });

  test('is refused to tokens with a wrong signature', async () => {
    const { email, token } = await join();
    const id = shop.context.ids.uuid();
    const forged = [
      unsubscribeToken({ tokenSecret: 'another secret of thirty-two chars' }, id),
      `${token.slice(0, 22)}.${'A'.repeat(43)}`,
      `${'A'.repeat(22)}.${token.slice(23)}`,
    ];
    for (const wrong of forged) {
      const refused = await shop.call(endpoints.leaveNewsletter, { query: { token: wrong } });
      expect([refused.status, refused.codes]).toEqual([404, ['NOT_FOUND']]);
      const clicked = await shop.call(endpoints.leaveNewsletterByMail, { query: { token: wrong } });
      expect(clicked.codes).toEqual(['NOT_FOUND']);
    }
    expect(await stateOf(email)).toBe('confirmed');
  });

  test('invalidates an open link; a new subscription needs a new one', async () => {
    const { email, token } = await join();
    const old = await linkOf(email);
    await shop.call(endpoints.leaveNewsletter, { query: { token } });
    expect((await confirm(old)).codes).toEqual(['LINK_EXPIRED']);
    await join(email);
    expect(await stateOf(email)).toBe('confirmed');
  });
});

describe('an account and its newsletter', () => {
  test('the box at registration starts the double opt-in, and needs a confirmed account to be shown', async () => {
    const email = newReader();
    const { value } = await registerWithBox(email);
    const me = { id: value?.data.sub ?? '', access: value?.access ?? '' };
    expect(value?.data.newsletter).toBe(false);
    const asked = { newsletter_requested_at: new Date(shop.context.clock.now()) };
    expect(await userRow(shop, me.id)).toMatchObject(asked);
    expect((await eventsOf(email)).map(({ source }) => source)).toEqual(['registration']);
    await confirm(await linkOf(email));
    expect(await getsNewsletter(me)).toBe(false);
    await shop.call(endpoints.confirmEmail, {
      bearer: me.access,
      body: { token: await mailedToken(shop, 'email_confirmation', email) },
    });
    expect(await getsNewsletter(me)).toBe(true);
    const token = await mailedToken(shop, 'newsletter_welcome', email);
    await shop.call(endpoints.leaveNewsletter, { query: { token } });
    expect(await getsNewsletter(me)).toBe(false);
  });

  test('the box at completing an account made by a purchase starts it as well', async () => {
    const me = await arriveByPurchase(shop);
    const completed = await shop.call(endpoints.completeAccount, {
      bearer: me.access,
      body: { password, password_confirmation: password, newsletter: true },
    });
    expect(completed.value?.data.newsletter).toBe(false);
    await confirm(await linkOf(me.email));
    expect(await getsNewsletter({ id: me.id, access: completed.value?.access ?? '' })).toBe(true);
    expect((await eventsOf(me.email)).map(({ source }) => source)).toContain('account_completion');
  });

  test('shows a subscription that is older than the account', async () => {
    const { email } = await join();
    const me = await register(shop, email);
    expect(await getsNewsletter(me)).toBe(true);
  });

  test('the profile subscribes after a confirmation by mail, and unsubscribes at once', async () => {
    const me = await register(shop);
    expect((await patchUser(shop, me, { newsletter: true })).value?.data.attributes.newsletter).toBe(false);
    await confirm(await linkOf(me.email));
    expect(await getsNewsletter(me)).toBe(true);
    const left = await patchUser(shop, me, { newsletter: false, declined_newsletter: true });
    expect(left.value?.data.attributes).toMatchObject({ newsletter: false, declined_newsletter: true });
    expect(await stateOf(me.email)).toBe('unsubscribed');
    expect((await eventsOf(me.email)).at(-1)).toMatchObject({ event: 'unsubscribed', source: 'profile' });
  });

  test('keeps nothing of a request that is withdrawn before it is confirmed', async () => {
    const me = await register(shop);
    await patchUser(shop, me, { newsletter: true });
    expect(await stateOf(me.email)).toBe('pending');
    await patchUser(shop, me, { newsletter: false });
    expect(await stateOf(me.email)).toBeUndefined();
  });

  test('moves the newsletter to a new address', async () => {
    const me = await register(shop);
    await join(me.email);
    const wanted = newReader();
    await changeEmail(shop, me, wanted);
    expect([await stateOf(me.email), await stateOf(wanted)]).toEqual([undefined, 'confirmed']);
    // The proof shows that the consent was given with another address.
    expect((await eventsOf(wanted)).map(({ event, source }) => [event, source])).toEqual([
      ['requested', 'widget'],
      ['confirmed', 'widget'],
      ['moved', 'email_change'],
    ]);
    expect(await getsNewsletter(me)).toBe(true);
    expect(await isLoggedIn(shop, me)).toBe(true);
    expect(shop.faults).toEqual([]);
  });
});
