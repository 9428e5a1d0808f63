import { randomUUID } from 'node:crypto';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { logInNewLearner } from '#test/e2e/support/new-learner.ts';
import { waitUntilReady } from '#test/e2e/support/open-page.ts';
import { post } from '#test/e2e/support/post.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('after a purchase a learner follows the parcel, gives the course away, and prints a worksheet and the confirmation', {
  tag: '@phone',
}, async ({ page, learner, language, say }) => {
  const slug = 'ignaz-semmelweis';
  const title = language === 'de' ? 'Saubere Hände' : 'Clean hands';
  const code = await learner.buy({ 'course-ignaz-semmelweis': 1, 'book-raupen-lesen': 1 });
  const pdf = async (address: string | null) => {
    const file = await page.request.get(address ?? '');
    expect(file.headers()['content-type']).toBe('application/pdf');
  };

  await test.step('the order and the purchases link to the carrier of the parcel', async () => {
    await withShopDatabase(async (db) => {
      const { id } = await db
        .updateTable('orders')
        .set({
          fulfilment: 'shipped',
          shipped_at: new Date(),
          // In the first hour its page offers no products.
          completed_at: new Date(Date.now() - 3_600_000),
        })
        .where('code', '=', code)
        .returning('id')
        .executeTakeFirstOrThrow();
      const parcel = { carrier: 'dhl', tracking_code: '00340-4711', sent_at: new Date() };
      await db
        .insertInto('parcels')
        .values({ id: randomUUID(), order_id: id, number: 1, ...parcel })
        .execute();
    });
    const tracking = page.getByRole('link', {
      name: say('checkout', 'complete.tracking_at', { code: '00340-4711', carrier: 'DHL' }),
    });
    await page.goto(`/${language}/profil/subscription`);
    await expect(tracking).toHaveAttribute('href', /^https:\/\/www\.dhl\.de\/.*00340-4711$/);
    await page.getByRole('link', { name: say('myProfile', 'purchases.give_again'), exact: false }).click();
    await expect(page).toHaveURL(/\/checkout\/complete\/[\w-]+#verschenken$/);
    await expect(tracking.first()).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('the course is bought once more as a gift', async () => {
    const gift = page.getByRole('region', { name: say('checkout', 'complete.gift_again.title') });
    await gift
      .getByRole('button', { name: say('checkout', 'complete.gift_again.add', { title }), exact: false })
      .click();
    await expect(gift.getByRole('status')).toContainText(say('checkout', 'complete.gift_again.added'));
  });

  await test.step('the lesson has its worksheet', async () => {
    await page.goto(`/${language}/kurse/${slug}/lektion/semmelweis-zwei-stationen`);
    const worksheet = page.getByRole('main').getByRole('link', { name: /\(PDF\)$/ });
    await expect(worksheet).toBeVisible();
    await expectNoViolations(page);
    await pdf(await worksheet.getAttribute('href'));
  });

  await test.step('with all lessons finished there is a confirmation of participation', async () => {
    const confirmation = page.getByRole('link', {
      name: say('learning', 'shelf.confirmation_of', { title }),
    });
    await page.goto(`/${language}/profil/master`);
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
    await expect(confirmation).toHaveCount(0);
    await withShopDatabase(async (db) => {
      const lessons = await db
        .selectFrom('lessons')
        .select('id')
        .where('course_id', '=', 'course-ignaz-semmelweis')
        .execute();
      const now = new Date();
      const finished = lessons.map(({ id }) => ({
        user_id: learner.id,
        lesson_id: id,
        position_seconds: 5,
        is_finished: true,
        watched_at: now,
      }));
      await db
        .insertInto('lesson_progress')
        .values(finished)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'lesson_id']).doUpdateSet({ is_finished: true }),
        )
        .execute();
    });
    await page.reload();
    await expect(confirmation).toBeVisible();
    await expectNoViolations(page);
    await pdf(await confirmation.getAttribute('href'));
  });

  await test.step('a finished course is not offered to continue, and has a final page with notes and next courses', async () => {
    const note = { lesson: 'semmelweis-zwei-stationen', position_seconds: 3, text: 'Chlorkalk.' };
    await post(page.request, 'notes', note, { Authorization: `Bearer ${learner.access}` });
    const main = page.getByRole('main');
    await expect(main.getByRole('region', { name: say('learning', 'continue.title') })).toHaveCount(0);
    await page.getByRole('link', { name: say('learning', 'finale.of', { title }) }).click();
    await expect(page).toHaveURL(new RegExp(`/kurse/${slug}/abschluss$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      say('learning', 'finale.title', { course: title }),
    );
    await pdf(
      await main.getByRole('link', { name: say('learning', 'shelf.confirmation') }).getAttribute('href'),
    );
    await expect(
      page.getByRole('region', { name: say('learning', 'finale.notes', { course: title }) }),
    ).toContainText('Chlorkalk.');
    const next = page.getByRole('region', { name: say('learning', 'finale.next') });
    await expect(next.getByRole('article')).toHaveCount(4);
    await expect(next.getByRole('article').filter({ hasText: title })).toHaveCount(0);
    await expectNoViolations(page);
    // Only the notes are printed.
    await page.emulateMedia({ media: 'print' });
    await expect(main.getByText('Chlorkalk.')).toBeVisible();
    for (const hidden of [next, page.getByRole('heading', { level: 1 })]) await expect(hidden).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.goto(`/${language}/kurse/clara-schumann/abschluss`);
    await expect(page).toHaveURL(new RegExp(`/${language}/kurse/clara-schumann$`));
  });

  await test.step('the URLs of its documents are renewed before they expire', async () => {
    await page.clock.install();
    for (const [path, name] of [
      ['profil/master', say('learning', 'shelf.confirmation_of', { title })],
      [`kurse/${slug}/abschluss`, say('learning', 'shelf.confirmation')],
    ] as const) {
      await page.goto(`/${language}/${path}`);
      await waitUntilReady(page, say);
      const confirmation = page.getByRole('main').getByRole('link', { name, exact: true });
      const address = (await confirmation.getAttribute('href')) ?? '';
      await page.clock.fastForward(10 * 60_000);
      await expect(confirmation).not.toHaveAttribute('href', address);
    }
  });
});

test('reviews are sorted by links, and the shop’s answer is shown below its review', async ({
  page,
  browser,
  learner,
  language,
  say,
  baseURL,
}) => {
  const critic = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const other = await logInNewLearner(await critic.newPage(), critic, { language, baseURL });
  const words = { mine: `Hände sauber. ${learner.email}`, theirs: `Zu viel Seife. ${other.email}` };
  for (const [{ access, buy }, stars, text] of [
    [learner, 5, words.mine],
    [other, 1, words.theirs],
  ] as const) {
    await buy({ 'course-ignaz-semmelweis': 1 });
    const headers = { Authorization: `Bearer ${access}` };
    await post(page.request, 'products/ignaz-semmelweis/reviews', { stars, text, author: 'Ada' }, headers);
  }
  const answer = 'Davon kann es in dieser Geschichte nicht genug geben.';
  await withShopDatabase((db) =>
    db
      .updateTable('reviews')
      .set({ answer, answered_at: new Date() })
      .where('user_id', '=', other.id)
      .execute(),
  );
  await critic.close();
  await page.goto(`/${language}/kurse/ignaz-semmelweis`);
  const first = page
    .getByRole('list', { name: say('base', 'reviews.title') })
    .getByRole('article')
    .first();
  await expect(first).toContainText(words.theirs);
  await expect(first).toContainText(answer);
  const sorts = page.getByRole('navigation', { name: say('base', 'reviews.sort.label') });
  await sorts.getByRole('link', { name: say('base', 'reviews.sort.best') }).click();
  await expect(page).toHaveURL(/\?sortierung=best#bewertungen$/);
  await expect(first).toContainText(words.mine);
  await expect(sorts.getByRole('link', { name: say('base', 'reviews.sort.best') })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expectNoViolations(page);
});
