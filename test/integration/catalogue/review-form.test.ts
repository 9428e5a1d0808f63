import { describe, expect, test } from 'vitest';
import { chosenOf, inputOf, openTestPages, summaryOf } from '#test/integration/support/read-pages.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);

const path = '/de/kurse/emmy-noether';
const reviewsOf = (author: string) =>
  shop.db.selectFrom('reviews').select(['stars', 'text']).where('author', '=', author).execute();

async function openOwner() {
  const { id, email } = await register(shop);
  await shop.db
    .insertInto('entitlements')
    .values({
      id: shop.context.ids.uuid(),
      user_id: id,
      course_id: 'course-emmy-noether',
      order_id: null,
      granted_at: new Date(shop.context.clock.now()),
      revoked_at: null,
    })
    .execute();
  const browser = openBrowser();
  await browser.post('/de/auth/login', { form: 'login', email, password });
  return browser;
}

describe('the review of a course without JavaScript', () => {
  test('is written, changed and deleted by an owner', async () => {
    const { get, post } = await openOwner();
    const first = { form: 'review', stars: '4', text: 'Klar und geduldig erklärt.', author: 'Ada K.' };
    const answer = await post(path, first);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}#bewertungen`]);
    const html = await (await get(path)).text();
    expect([chosenOf(html, 'stars'), inputOf(html, 'author').tag.includes('value="Ada K."')]).toEqual([
      '4',
      true,
    ]);
    await post(path, { ...first, stars: '2', text: 'Beim zweiten Mal zu schnell.' });
    expect(await reviewsOf('Ada K.')).toEqual([{ stars: 2, text: 'Beim zweiten Mal zu schnell.' }]);
    expect((await post(path, { form: 'remove_review' })).status).toBe(303);
    expect(await reviewsOf('Ada K.')).toEqual([]);
    expect((await post(path, { form: 'remove_review' })).status).toBeLessThan(500);
  });

  test('keeps what was typed, with every fault at its field', async () => {
    const { post } = await openOwner();
    const author = 'x'.repeat(61);
    const answer = await post(path, { form: 'review', text: 'Kurz', author });
    const html = await answer.text();
    expect([answer.status, summaryOf(html).map(([, text]) => text)]).toEqual([
      422,
      [
        'Bitte wählen Sie, wie viele Sterne Sie geben.',
        'Bitte schreiben Sie mindestens einen Satz.',
        'Bitte kürzen Sie den Namen auf 60 Zeichen.',
      ],
    ]);
    expect(inputOf(html, 'author').tag).toContain(`value="${author}"`);
    expect(inputOf(html, 'text').error).toBe('Bitte schreiben Sie mindestens einen Satz.');
    const odd = await post(path, { form: 'review', stars: '4.5e300', text: 'Ein ganzer Satz steht hier.' });
    expect(odd.status).toBe(422);
  });

  test('of others is refused, and a guest logs in first', async () => {
    const { email } = await register(shop);
    const { post } = openBrowser();
    const review = { form: 'review', stars: '5', text: 'Nie gesehen, aber gelobt.', author: 'Niemand' };
    const guest = await post(path, review);
    expect([guest.status, guest.headers.get('Location')]).toEqual([
      303,
      `/de/auth/login?returnTo=${encodeURIComponent(path)}`,
    ]);
    await post('/de/auth/login', { form: 'login', email, password });
    expect((await post(path, review)).status).toBe(403);
    expect(await reviewsOf('Niemand')).toEqual([]);
    expect((await post('/de/kurse/gibt-es-nicht', review)).status).toBe(404);
  });
});
