import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const run = (...words: string[]) => runCommand(shop.context, ...words);

test('an operator finds a review, answers it, changes the answer and takes it away', async () => {
  expect((await run('reviews')).lines).toEqual(['There are no such reviews.']);
  const { id: user_id, access: bearer } = await register(shop);
  await shop.db
    .insertInto('entitlements')
    .values({
      id: shop.context.ids.uuid(),
      user_id,
      course_id: products.course,
      order_id: null,
      granted_at: new Date(shop.context.clock.now()),
      revoked_at: null,
    })
    .execute();
  const params = { slug: 'clara-schumann' };
  const body = { stars: 2, text: 'Zu schnell,\nzu leise.', author: 'Ada\r\n\n0197  5 of 5' };
  const written = await shop.call(endpoints.writeReview, { bearer, params, body });
  const id = written.value?.data.id ?? '';

  const [head, text, ...more] = (await run('reviews', '--unanswered')).lines;
  expect(head).toMatch(new RegExp(`^${id}  2 of 5  clara-schumann  .*Ada 0197 5 of 5$`));
  expect(more).toEqual([]);
  expect(text).toBe('  Zu schnell, zu leise.');
  const answerOf = async () =>
    (await shop.call(endpoints.listReviews, { params })).value?.data[0]?.attributes.answer?.text;
  for (const answer of ['Danke, wir sehen es uns an.', 'Danke, der Ton ist jetzt lauter.']) {
    expect((await run('review', 'answer', id, '--text', answer)).exit).toBe(0);
    expect(await answerOf()).toBe(answer);
  }
  expect((await run('reviews', '--unanswered')).lines).toEqual(['There are no such reviews.']);
  expect((await run('reviews')).lines).toContain('  answered: Danke, der Ton ist jetzt lauter.');
  expect((await run('review', 'answer', id, '--remove')).exit).toBe(0);
  expect(await answerOf()).toBeUndefined();

  expect((await run('review', 'answer', shop.context.ids.uuid(), '--remove')).exit).toBe(1);
  for (const wrong of [['--text', 'kurz'], [], ['--text', 'Danke für alles.', '--remove']])
    expect((await run('review', 'answer', id, ...wrong)).exit).toBe(2);
});
