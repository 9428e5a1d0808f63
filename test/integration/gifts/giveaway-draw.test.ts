import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { digestOf, entryList, lotOf, rankEntries } from '#server/gifts/rank-entries.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { listOperatorCampaigns, getOperatorGiveaway, getGiveawayProof, drawGiveaway } = operatorEndpoints;
const day = 24 * 60 * 60_000;
const key = 'winterlos';
const params = { key };

const enter = (email: string) =>
  shop.call(endpoints.enterGiveaway, { body: { email, giveaway: key, newsletter: false } });

/** Logs in a new operator, because sessions end while the clock is advanced. Returns the calls about giveaways. */
async function asEditor() {
  const { cookie: operator, email: by } = await logInAs(shop, 'editor');
  return {
    by,
    draw: (winners: number, reserves: number, giveaway = key) =>
      shop.call(drawGiveaway, { operator, params: { key: giveaway }, body: { winners, reserves } }),
    read: async () => (await shop.call(getOperatorGiveaway, { operator, params })).value?.data.attributes,
    list: async (query: Readonly<Record<string, string>> = {}) =>
      (await shop.call(listOperatorCampaigns, { operator, query })).value?.data ?? [],
  };
}

test('a giveaway is drawn once after its last day, by the seed that was stored with the first entry', async () => {
  const before = await asEditor();
  expect(await before.read()).toMatchObject({ state: 'running', entries: 0, seed_digest: null, draw: null });
  const entered = Array.from({ length: 6 }, (_, number) => `teil-${number}@example.org`);
  await Promise.all([...entered, 'TEIL-0@example.org'].map(enter));
  const noted = await before.read();
  expect(noted).toMatchObject({
    entries: 6,
    draw: null,
    seed_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify(noted)).not.toContain(
    (await shop.db.selectFrom('giveaway_draws').select('seed').executeTakeFirstOrThrow()).seed,
  );
  expect((await before.draw(1, 0)).codes).toEqual(['NOT_POSSIBLE']);
  expect((await before.draw(1, 0, 'sommerlos')).codes).toEqual(['NOT_POSSIBLE']);
  expect((await before.draw(1, 0, 'gibt-es-nicht')).codes).toEqual(['NOT_FOUND']);
  expect((await before.draw(60, 60)).codes).toEqual(['INVALID_INPUT']);

  shop.advance(480 * day);
  const { by, draw, read, list } = await asEditor();
  const both = await Promise.all([draw(2, 1), draw(2, 1)]);
  expect(both.map(({ codes }) => codes).toSorted()).toEqual([[], ['RECORD_CHANGED']]);
  expect((await draw(3, 3)).codes).toEqual(['RECORD_CHANGED']);
  const drawn = await read();
  const seed = drawn?.draw?.seed ?? '';
  expect(drawn).toMatchObject({
    ...{ state: 'over', seed_digest: digestOf(seed) },
    draw: { winners: 2, entries: 6, is_reproduced: true },
    history: [{ by, action: 'giveaway.drawn' }],
  });
  expect(noted?.seed_digest).toBe(digestOf(seed));
  expect(drawn?.draw?.places).toEqual(
    rankEntries(seed, entered)
      .slice(0, 3)
      .map((email, index) => ({ place: index + 1, email })),
  );
  const told = await rowsOf(shop.db, 'outbox', { template: 'giveaway_won' }, [
    'recipient',
    'locale',
    'facts',
  ]);
  const title = 'Ein Jahr Masterpass zu gewinnen';
  expect(
    told.toSorted((one, other) => one.recipient.localeCompare(other.recipient)),
    'the two winners, once, and no reserve',
  ).toEqual(
    rankEntries(seed, entered)
      .slice(0, 2)
      .toSorted()
      .map((recipient) => ({ recipient, locale: 'de', facts: { title } })),
  );
  expect(
    (await list({ 'filter[kind]': 'giveaway' })).map(({ attributes }) => attributes.giveaway),
  ).toContainEqual({
    ...{ key, entries: 6, is_drawn: true },
  });
});

test('the proof of a draw is a file without addresses, with which a participant can repeat the draw', async () => {
  const { cookie: operator } = await logInAs(shop, 'editor');
  const { value } = await shop.call(getGiveawayProof, { operator, params });
  const text = new TextDecoder().decode(value?.content);
  expect(value?.filename).toBe('winterlos.json');
  expect(text).not.toContain('@');
  const proof = JSON.parse(text);
  expect(digestOf(proof.seed)).toBe(proof.seed_digest);
  expect(proof.entries_digest).toBe(
    digestOf(entryList([0, 1, 2, 3, 4, 5].map((one) => `teil-${one}@example.org`))),
  );
  expect(proof.lots).toHaveLength(6);
  expect(proof.places).toEqual([0, 1, 2].map((index) => ({ place: index + 1, lot: proof.lots[index] })));
  expect(proof.lots).toContain(lotOf(proof.seed, 'teil-3@example.org'));
  const undrawn = await shop.call(getGiveawayProof, { operator, params: { key: 'sommerlos' } });
  expect(undrawn.codes).toEqual(['NOT_FOUND']);
});

test('a draw that was changed is shown as not reproduced, and cannot be repeated even in the database', async () => {
  const { read } = await asEditor();
  const [first, second] = (await read())?.draw?.places ?? [];
  const swap = (one: number | null, other: number | null) =>
    sql`update giveaway_entries set place = case when email = ${first?.email ?? ''} then ${one}::int else ${other}::int end
      where giveaway = ${key} and email in (${first?.email ?? ''}, ${second?.email ?? ''})`.execute(shop.db);
  await swap(null, null);
  expect((await read())?.draw?.is_reproduced).toBe(false);
  await swap(1, 2);
  expect((await read())?.draw?.is_reproduced).toBe(true);
  await expect(shop.db.deleteFrom('giveaway_draws').where('giveaway', '=', key).execute()).rejects.toThrow(
    /drawn already/,
  );
  await shop.db
    .deleteFrom('giveaway_entries')
    .where('email', '=', second?.email ?? '')
    .execute();
  expect((await read())?.draw?.is_reproduced).toBeNull();
});

test('campaigns are listed with their state, period and results', async () => {
  const { list } = await asEditor();
  const all = await list();
  const pages = [await list({ 'page[size]': '2' }), await list({ 'page[size]': '100', 'page[after]': '2' })];
  expect(pages.flat()).toEqual(all);
  expect(pages[0]).toHaveLength(2);
  const states = new Map(all.map(({ id, attributes }) => [id, attributes]));
  expect(states.get('sommerlos')).toMatchObject({ kind: 'giveaway', state: 'over', place: null });
  expect(states.get('herbst')).toMatchObject({ kind: 'offer', coupon: { code: 'HERBST', used: 0 } });
  expect(
    (await list({ 'filter[kind]': 'offer' })).every(({ attributes }) => attributes.giveaway === null),
  ).toBe(true);
});
