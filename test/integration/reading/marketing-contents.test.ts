import { describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const day = 86_400_000;

const popup = (path: string, locale?: 'de' | 'en') =>
  shop.call(contract.getPopup, { query: { path, ...(locale === undefined ? {} : { locale }) } });

describe('contents', () => {
  test('advantages and the newsletter box come in the language of the call', async () => {
    const german = await shop.call(contract.listAdvantages, { language: 'de' });
    const english = await shop.call(contract.listAdvantages, { language: 'en' });
    expect(german.value?.data.map((one) => one.key)).toEqual(english.value?.data.map((one) => one.key));
    expect(german.value?.data[0]?.title).not.toBe(english.value?.data[0]?.title);
    const widget = await shop.call(contract.getNewsletterWidget, { language: 'en' });
    expect(widget.value?.data).toMatchObject({ is_active: true, button: 'Subscribe' });
    expect(widget.value?.data.text).toContain('<em>');
  });

  test('a popup belongs to its pages, whatever locale or slash stands around the path', async () => {
    for (const path of ['/geschenke', '/de/geschenke', '/en/geschenke/'])
      expect((await popup(path)).value?.data?.key).toBe('gift-season');
    for (const path of ['/', '/geschenkeladen', '/de/geschenke/gutschein-50'])
      expect((await popup(path)).value?.data).toBeNull();
    expect((await popup('/kurse', 'en')).value?.data?.title).toMatch(/free/);
  });

  test('a popup goes when its time is over', async () => {
    shop.advance(40 * day);
    expect((await popup('/geschenke')).value?.data).toBeNull();
    shop.advance(-40 * day);
  });
});

describe('a giveaway', () => {
  const enter = (email: string, giveaway = 'winterlos', newsletter = false) =>
    shop.call(contract.enterGiveaway, { body: { email, giveaway, newsletter } });

  test('is entered once per address, and a second entry is answered alike', async () => {
    const first = await enter('gluck@example.org');
    const second = await enter('GLUCK@example.org');
    expect([first.status, first.text]).toEqual([second.status, second.text]);
    const entries = await shop.db.selectFrom('giveaway_entries').select('email').execute();
    expect(entries).toEqual([{ email: 'gluck@example.org' }]);
  });

  test('starts the newsletter’s double opt-in only when asked', async () => {
    await enter('ohne@example.org');
    await enter('mit@example.org', 'winterlos', true);
    const wishes = await shop.db
      .selectFrom('newsletter_subscriptions')
      .select(['email', 'state', 'source'])
      .execute();
    expect(wishes).toEqual([{ email: 'mit@example.org', state: 'pending', source: 'giveaway-winterlos' }]);
  });

  test('that is over, to come or unknown is refused', async () => {
    expect((await enter('a@example.org', 'sommerlos')).codes).toEqual(['EXPIRED']);
    expect((await enter('a@example.org', 'erfunden')).codes).toEqual(['NOT_FOUND']);
    shop.advance(-60 * day);
    expect((await enter('a@example.org')).codes).toEqual(['NOT_YET_VALID']);
    shop.advance(60 * day);
  });

  test('limits what one address may do', async () => {
    const answers = [];
    for (let count = 0; count < 32; count += 1)
      answers.push(
        await shop.call(contract.enterGiveaway, {
          body: { email: `viele-${count}@example.org`, giveaway: 'winterlos' },
          address: 'ein-anschluss',
        }),
      );
    expect(answers.at(-1)?.codes).toEqual(['TOO_MANY_ATTEMPTS']);
    expect(answers.at(-1)?.headers.get('Retry-After')).toMatch(/^\d+$/);
  });
});

describe('a campaign’s page', () => {
  const read = async (slug: string, language: 'de' | 'en' = 'de') =>
    (await shop.call(contract.getCampaign, { params: { slug }, language })).value?.data;

  test('comes in the language of the call, with products in the order of its file', async () => {
    const german = await read('auge-und-hand');
    const english = await read('auge-und-hand', 'en');
    expect(german?.attributes).toMatchObject({
      place: 'specials',
      coupon: { code: 'WILLKOMMEN10', campaign: null, title: '10 % zum Willkommen' },
      giveaway: null,
    });
    expect(german?.attributes.products.map(({ attributes }) => attributes.slug)).toEqual([
      'albrecht-duerer',
      'maria-sibylla-merian',
    ]);
    expect(english?.attributes.title).not.toBe(german?.attributes.title);
    expect(english?.attributes.coupon?.title).toBe('10% to welcome you');
  });

  test('names the campaign without which its coupon is refused', async () => {
    expect((await read('herbst'))?.attributes.coupon).toMatchObject({ code: 'HERBST', campaign: 'herbst' });
  });

  test('says whether its giveaway runs on the day', async () => {
    const isRunning = async () => (await read('winterlos'))?.attributes.giveaway?.is_running;
    expect(await isRunning()).toBe(true);
    shop.advance(120 * day);
    expect(await isRunning()).toBe(false);
    shop.advance(-120 * day);
  });

  test('of an unknown name is none', async () => {
    const answer = await shop.call(contract.getCampaign, { params: { slug: 'erfunden' } });
    expect(answer.codes).toEqual(['NOT_FOUND']);
  });
});
