import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { changeRows, insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const day = 86_400_000;

const popup = (path: string, locale?: 'de' | 'en') =>
  shop.call(endpoints.getPopup, { query: { path, ...(locale === undefined ? {} : { locale }) } });

describe('contents', () => {
  test('conversations are in the language of the call, of courses that are sold', async () => {
    const german = await shop.call(endpoints.listConversations, { language: 'de' });
    const english = await shop.call(endpoints.listConversations, { language: 'en' });
    const conversations = shop.content.marketing.conversations;
    expect(german.value?.data.map(({ title }) => title)).toEqual(conversations.map(({ title }) => title.de));
    expect(english.value?.data[0]?.lines[0]).toEqual({
      question: conversations[0]?.lines[0]?.question.en,
      answer: conversations[0]?.lines[0]?.answer.en,
    });
    const slug = conversations[0]?.course ?? '';
    await changeRows(shop.db, 'products', { slug }, { is_active: false });
    const fewer = await shop.call(endpoints.listConversations);
    expect(fewer.value?.data.map(({ course }) => course)).toEqual(
      conversations.map(({ course }) => course).filter((course) => course !== slug),
    );
    await changeRows(shop.db, 'products', { slug }, { is_active: true });
  });

  test('advantages and the newsletter box are in the language of the call', async () => {
    const german = await shop.call(endpoints.listAdvantages, { language: 'de' });
    const english = await shop.call(endpoints.listAdvantages, { language: 'en' });
    expect(german.value?.data.map((one) => one.key)).toEqual(english.value?.data.map((one) => one.key));
    expect(german.value?.data[0]?.title).not.toBe(english.value?.data[0]?.title);
    const widget = await shop.call(endpoints.getNewsletterWidget, { language: 'en' });
    expect(widget.value?.data).toMatchObject({ is_active: true, button: 'Subscribe' });
    expect(widget.value?.data.text).toContain('<em>');
  });

  test('a popup is shown on its pages, for every locale and with or without slashes around the path', async () => {
    for (const path of ['/geschenke', '/de/geschenke', '/en/geschenke/'])
      expect((await popup(path)).value?.data?.key).toBe('gift-season');
    for (const path of ['/', '/geschenkeladen', '/de/geschenke/gutschein-50'])
      expect((await popup(path)).value?.data).toBeNull();
    expect((await popup('/kurse', 'en')).value?.data?.title).toMatch(/free/);
  });

  test('a popup and the announcement bar are shown from the first to the last moment of their days', async () => {
    const { popups } = shop.content.marketing;
    const { from = '', until = '' } = popups.find(({ key }) => key === 'gift-season') ?? {};
    const days = JSON.stringify({ is_active: true, from, until });
    await sql`update contents set value = value || ${days}::jsonb where key = 'greenbar'`.execute(shop.db);
    const { now } = shop.context.clock;
    const before = now();
    const [first, end] = [startOfDay(from), startOfDay(addDays(until, 1))];
    const shown = [];
    for (const moment of [first - 1, first, end - 1, end]) {
      shop.advance(moment - now());
      const bar = await shop.call(endpoints.getAnnouncement);
      shown.push([bar.value?.data.is_active, (await popup('/geschenke')).value?.data !== null].join());
    }
    shop.advance(before - now());
    expect(shown).toEqual(['false,false', 'true,true', 'true,true', 'false,false']);
  });
});

describe('a giveaway', () => {
  const enter = (email: string, giveaway = 'winterlos', newsletter = false) =>
    shop.call(endpoints.enterGiveaway, { body: { email, giveaway, newsletter } });

  test('stores one entry per address, and a second entry gets the same response', async () => {
    const first = await enter('gluck@example.org');
    const second = await enter('GLUCK@example.org');
    expect([first.status, first.text]).toEqual([second.status, second.text]);
    const entries = await shop.db.selectFrom('giveaway_entries').select('email').execute();
    expect(entries).toEqual([{ email: 'gluck@example.org' }]);
  });

  test('starts the newsletter’s double opt-in only on request', async () => {
    await enter('ohne@example.org');
    await enter('mit@example.org', 'winterlos', true);
    const subscribers = await rowsOf(shop.db, 'newsletter_subscriptions', {}, ['email', 'state', 'source']);
    expect(subscribers).toEqual([
      { email: 'mit@example.org', state: 'pending', source: 'giveaway-winterlos' },
    ]);
  });

  test('that has ended, has not started or is unknown is refused', async () => {
    expect((await enter('a@example.org', 'sommerlos')).codes).toEqual(['EXPIRED']);
    expect((await enter('a@example.org', 'erfunden')).codes).toEqual(['NOT_FOUND']);
    shop.advance(-60 * day);
    expect((await enter('a@example.org')).codes).toEqual(['NOT_YET_VALID']);
    shop.advance(60 * day);
  });
});

describe('the list of campaigns', () => {
  const list = async (language: 'de' | 'en' = 'de') =>
    (await shop.call(endpoints.listCampaigns, { language })).value?.data ?? [];
  const slugs = async () => (await list()).map(({ id }) => id);
  const all = ['herbst', 'werkbank', 'auge-und-hand', 'winterlos'];
  const id = 'course-hildegard-von-bingen';

  /** Returns a row of the price ledger for a price that began so many days ago. */
  const priced = (daysAgo: number, price: number, subject = id) => ({
    kind: 'product',
    subject,
    valid_from: new Date(shop.context.clock.now() - daysAgo * day),
    terms: JSON.stringify({ price }),
  });

  test('contains the current campaigns in the language of the call', async () => {
    expect(await slugs()).toEqual(all);
    const [german] = await list();
    const [english] = await list('en');
    expect(german?.attributes).toMatchObject({ place: 'angebote', offer: 'Zum Herbst', until: null });
    expect(english?.attributes.offer).toBe('For autumn');
    expect((await list()).at(-1)?.attributes).toMatchObject({ offer: null, until: '2028-02-29' });
  });

  test('compares each reduction with the lowest price of the 30 days before it, and shows the percentage', async () => {
    const price_cents = shop.content.products.find((one) => one.id === id)?.price_cents ?? 0;
    await shop.db.deleteFrom('price_ledger').where('subject', '=', id).execute();
    // The lowest price ended 35 days before the coupon, so it is not one of the 30 days.
    await insertRows(shop.db, 'price_ledger', [
      ...[priced(90, 5_000), priced(35, 8_000), priced(20, 7_700), priced(9, price_cents)],
      priced(90, 8_900, 'course-auguste-escoffier'),
    ]);
    const price = price_cents - Math.round(price_cents * 0.15);
    const reduction = { price, reference: 7_700, percent: Math.floor(((7_700 - price) * 100) / 7_700) };
    const [card] = await list();
    expect(card?.attributes.reduction).toEqual(reduction);
    const page = await shop.call(endpoints.getCampaign, { params: { slug: 'herbst' } });
    expect(page.value?.data.attributes.reduction).toEqual(reduction);
    expect(page.value?.data.attributes.promises).toContain(
      `${reduction.percent}\u00a0% unter dem niedrigsten Preis der 30 Tage davor`,
    );
    const bundles = (await shop.call(endpoints.listBundles, {})).value?.data ?? [];
    const garden = bundles.find((bundle) => bundle.id === 'tisch-und-garten')?.attributes;
    expect(garden?.reference).toBe(7_700 + 8_900);
  });

  test('shows no percentage if the price ledger has no reference price', async () => {
    const lowest = priced(8 / 24, 100);
    await insertRows(shop.db, 'price_ledger', [lowest, priced(7 / 24, 7_900)]);
    const page = await shop.call(endpoints.getCampaign, { params: { slug: 'herbst' } });
    const { reduction, promises } = page.value?.data.attributes ?? {};
    expect(reduction).toMatchObject({ reference: null, percent: null });
    expect(promises?.join()).not.toMatch(/%|\{\{/);
    await shop.db.deleteFrom('price_ledger').where('valid_from', '=', lowest.valid_from).execute();
  });

  test('compares a coupon for two products with the price of their bundle', async () => {
    const page = await shop.call(endpoints.getCampaign, { params: { slug: 'auge-und-hand' } });
    expect(page.value?.data.attributes.reduction).toEqual({ price: 13_410, reference: 14_900, percent: 10 });
  });

  test('leaves out a giveaway that has ended', async () => {
    shop.advance(480 * day);
    expect(await slugs()).toEqual(all.slice(0, 3));
    shop.advance(-480 * day);
  });

  test.each([
    ['a coupon that has ended', { valid_until: new Date(0) }],
    ['a coupon that has not started', { valid_from: new Date('2100-01-01') }],
    ['a coupon that is used up', { total_limit: 0 }],
  ])('leaves out an offer with %s, whose page shows that it is not running', async (_, change) => {
    const herbst = shop.db.updateTable('promotions').where('id', '=', 'herbst');
    const page = async () =>
      (await shop.call(endpoints.getCampaign, { params: { slug: 'herbst' } })).value?.data.attributes;
    await herbst.set(change).execute();
    expect(await slugs()).toEqual(all.slice(1));
    expect((await page())?.coupon).toEqual({ is_running: false });
    await herbst.set({ valid_until: null, valid_from: null, total_limit: null }).execute();
    expect(await slugs()).toEqual(all);
    expect(await page()).toMatchObject({ coupon: { code: 'HERBST', is_running: true } });
  });

  test('leaves out an offer with a product that is sold out or no longer sold', async () => {
    const box = shop.db.updateTable('products').where('slug', '=', 'druckwerkstatt');
    await box.set({ stock: 0 }).execute();
    expect(await slugs()).toEqual(['herbst', 'auge-und-hand', 'winterlos']);
    await box.set({ stock: 2, is_active: false }).execute();
    expect(await slugs()).toEqual(['herbst', 'auge-und-hand', 'winterlos']);
    await box.set({ is_active: true }).execute();
    expect(await slugs()).toEqual(all);
  });
});

describe('a campaign’s page', () => {
  const read = async (slug: string, language: 'de' | 'en' = 'de') =>
    (await shop.call(endpoints.getCampaign, { params: { slug }, language })).value?.data;

  test('is in the language of the call, with products in the order of its file', async () => {
    const german = await read('auge-und-hand');
    const english = await read('auge-und-hand', 'en');
    expect(german?.attributes).toMatchObject({
      place: 'specials',
      coupon: { code: 'WILLKOMMEN10', campaign: null, title: 'Zum Willkommen', is_first_purchase_only: true },
      giveaway: null,
    });
    expect(german?.attributes.products.map(({ attributes }) => attributes.slug)).toEqual([
      'albrecht-duerer',
      'maria-sibylla-merian',
    ]);
    expect(english?.attributes.title).not.toBe(german?.attributes.title);
    expect(english?.attributes.coupon).toMatchObject({ title: 'To welcome you' });
  });

  test('names the campaign that its coupon requires', async () => {
    expect((await read('herbst'))?.attributes.coupon).toMatchObject({ code: 'HERBST', campaign: 'herbst' });
  });

  test('shows whether its giveaway is open on this day', async () => {
    const isRunning = async () => (await read('winterlos'))?.attributes.giveaway?.is_running;
    expect(await isRunning()).toBe(true);
    shop.advance(480 * day);
    expect(await isRunning()).toBe(false);
    shop.advance(-480 * day);
  });

  test('of an unknown name is not found', async () => {
    const answer = await shop.call(endpoints.getCampaign, { params: { slug: 'erfunden' } });
    expect(answer.codes).toEqual(['NOT_FOUND']);
  });
});
