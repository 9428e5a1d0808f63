import { expect } from '@playwright/test';
import type { CourseDetails, ProductPage } from '#core/model/product.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { catalogueOf } from '#test/e2e/support/catalogue-facts.ts';
import { expectTexts, markupOf, readPage } from '#test/e2e/support/read-page.ts';
import { readerTest as test } from '#test/e2e/support/visitor-test.ts';

/** Returns all texts that a course page must show. */
function courseTexts(course: ProductPage & { readonly details: CourseDetails }, language: 'de' | 'en') {
  const { details } = course;
  return [
    course.title,
    details.lead,
    formatPrice(course.price, language),
    ...course.description,
    ...details.goals,
    details.material,
    details.level,
    ...details.parts.flatMap((part) => [part.title, ...part.lessons.map((lesson) => lesson.title)]),
    `${details.master.firstname} ${details.master.lastname}`.trim(),
    ...details.master.biography,
    ...details.questions.flatMap(({ question, answer }) => [question, answer]),
    ...details.companions.map((book) => book.title),
  ];
}

test('each of the twelve course pages contains all course data, also as structured data', async ({
  request,
  parser,
  language,
  baseURL,
}) => {
  const catalogue = catalogueOf(request, language);
  const courses = await catalogue.list('course');
  expect(courses.length).toBeGreaterThanOrEqual(12);
  for (const { slug } of courses) {
    await test.step(slug, async () => {
      const course = await catalogue.product(slug);
      if (course.details.kind !== 'course') throw new Error(`${slug} is no course`);
      const address = `${baseURL}/${language}/kurse/${slug}`;
      const raw = await readPage(request, parser, address);
      expect(raw.canonicals).toEqual([address]);
      expect(raw.headings).toEqual([course.title]);
      expectTexts(raw, courseTexts({ ...course, details: course.details }, language));

      const [product, ...others] = markupOf(raw, 'Product');
      expect(others).toEqual([]);
      expect(product).toMatchObject({
        name: course.seo_markup.name,
        description: course.seo_markup.description,
        image: expect.stringMatching(new RegExp(`^${baseURL}/pictures/${course.picture}-\\d+\\.webp$`)),
        offers: {
          price: (course.price / 100).toFixed(2),
          priceCurrency: 'EUR',
          availability: 'https://schema.org/OnlineOnly',
        },
      });
      // A rating is calculated from the reviews of owners; a course without reviews has no rating.
      expect(product?.aggregateRating !== undefined).toBe(course.details.rating !== null);
    });
  }
});

test('the course list contains every course, also as structured data', async ({
  request,
  parser,
  language,
  baseURL,
}) => {
  const courses = await catalogueOf(request, language).list('course');
  const raw = await readPage(request, parser, `/${language}/kurse`);
  expectTexts(
    raw,
    courses.flatMap((course) => [course.title, formatPrice(course.price, language)]),
  );
  const [list] = markupOf(raw, 'ItemList');
  expect(list).toMatchObject({
    numberOfItems: courses.length,
    itemListElement: courses.map((course, index) => ({
      position: index + 1,
      name: course.title,
      url: `${baseURL}/${language}/kurse/${course.slug}`,
    })),
  });
  const home = await readPage(request, parser, `/${language}`);
  expectTexts(
    home,
    courses.map(({ title }) => title),
  );
});

test('a search without results links to courses, and a misspelt one suggests the probable word', async ({
  request,
  parser,
  language,
  say,
}) => {
  const [course] = await catalogueOf(request, language).list('course');
  const nothing = await readPage(request, parser, `/${language}/kurse?q=xylophon`);
  expectTexts(nothing, [
    say('base', 'courses.empty_title'),
    say('base', 'courses.empty_link'),
    course?.group?.title ?? '',
    course?.title ?? '',
  ]);
  const misspelt = await readPage(request, parser, `/${language}/kurse?q=D%C3%BChrer`);
  expectTexts(misspelt, [say('base', 'search.meant', { q: 'Dürer' })]);
  expect(misspelt.links).toContain(`/${language}/kurse?q=D%C3%BCrer`);
});

test('books are in the German list and on German pages, and English readers see a note', async ({
  request,
  parser,
  language,
  say,
  baseURL,
}) => {
  const catalogue = catalogueOf(request, 'de');
  const books = await catalogue.list('book');
  expect(books.length).toBeGreaterThan(1);
  const list = await readPage(request, parser, `/${language}/buecher`);
  expectTexts(
    list,
    books.map(({ title }) => title),
  );
  if (language === 'en') expectTexts(list, [say('base', 'books.note')]);
  else expect(markupOf(list, 'ItemList')).toMatchObject([{ numberOfItems: books.length }]);

  for (const { slug } of books) {
    const address = `${baseURL}/de/buecher/${slug}`;
    expect(list.links).toContain(`/de/buecher/${slug}`);
    const book = await catalogue.product(slug);
    if (book.details.kind !== 'book') throw new Error(`${slug} is no book`);
    const raw = await readPage(request, parser, address);
    expect(raw.headings).toEqual([book.title]);
    expect(raw.canonicals).toEqual([address]);
    expectTexts(raw, [
      formatPrice(book.price, 'de'),
      ...book.description,
      ...(book.details.isbn === null ? [] : [book.details.isbn]),
      book.details.manufacturer.name,
      book.details.manufacturer.email,
    ]);
    expect(markupOf(raw, 'Product')).toMatchObject([
      { name: book.seo_markup.name, offers: { price: (book.price / 100).toFixed(2), priceCurrency: 'EUR' } },
    ]);
    const english = await request.get(`/en/buecher/${slug}`, { maxRedirects: 0 });
    expect(english.headers().location).toBe(`/de/buecher/${slug}`);
  }
});
