import type { ComponentProps, ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { LessonHold, LessonPage, MyCourse } from '#core/model/learning.ts';
import type { Order } from '#core/model/order.ts';
import type { ReviewPage } from '#core/model/review.ts';
import { createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { cardOf } from '#test/support/test-browser.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { CartLinks } from '#ui/components/carts/cart-links.tsx';
import { ReturnTerms } from '#ui/components/consumer-rights/return-terms.tsx';
import { NewsletterBox } from '#ui/components/marketing/newsletter-box.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { BurgerContent } from '#ui/layout/burger-content.tsx';
import { MiniCartPanel } from '#ui/layout/mini-cart/mini-cart-panel.tsx';
import { Reviews } from '#ui/screens/catalogue/course/reviews/reviews.tsx';
import { readCourseFilter } from '#ui/screens/catalogue/courses/course-filter.ts';
import CoursesRoute from '#ui/screens/catalogue/courses/courses-route.tsx';
import { CourseLessons } from '#ui/screens/learning/lesson/course-lessons.tsx';
import { HeldLesson } from '#ui/screens/learning/lesson/held-lesson.tsx';
import { LessonEnding } from '#ui/screens/learning/lesson/lesson-ending.tsx';
import { LockedLesson } from '#ui/screens/learning/lesson/locked-lesson.tsx';
import { OpenLesson } from '#ui/screens/learning/lesson/open-lesson.tsx';
import MyCoursesRoute from '#ui/screens/learning/my-courses/my-courses-route.tsx';
import { CheckoutNotice } from '#ui/screens/orders/checkout/checkout-step.tsx';
import { ReviewStep } from '#ui/screens/orders/checkout/review-step.tsx';
import OrderCompleteRoute from '#ui/screens/orders/order-complete/order-complete-route.tsx';

afterEach(() => vi.unstubAllGlobals());

type Page = Parameters<typeof draw>[1];
type LockedProps = ComponentProps<typeof LockedLesson>;
type CoursesProps = ComponentProps<typeof CoursesRoute>;

/** Returns text and markup of a part. */
async function read(part: ReactNode, page?: Page): Promise<string> {
  const { text, html } = await draw(part, page);
  return `${text} ${html.replaceAll('&amp;', '&')}`;
}

/** Returns the links of a part: label, `*` for the current one, and path without the language. */
async function linksOf(part: ReactNode, page?: Page): Promise<readonly string[]> {
  return [...(await read(part, page)).matchAll(/<a [^>]*>/g)].map(([tag]) => {
    const parts = [...tag.matchAll(/ (aria-label|aria-current|href)="(?:\/en)?([^"]*)"/g)];
    return parts.map(([, name, value]) => (name === 'aria-current' ? '*' : value)).join(' ');
  });
}

const course = cardOf('clara-schumann');
const lessons = ['l1', 'l2', 'l3'].map((id, index) => ({
  ...{ id, title: `Title ${id}`, summary: `About ${id}`, length_seconds: 600, is_free: index === 0 },
}));
const parts = [{ title: 'Basics', lessons }] as unknown as Parameters<typeof CourseLessons>[0]['parts'];
const watched_at = '2026-11-22T23:30:00.000Z';

test('a list links to its first, last and neighbouring pages', async () => {
  const of = (number: number) =>
    linksOf(<PageLinks page={{ number, size: 10, total: 95 }} pathOf={(page) => `/tv?p=${page}`} />);
  const pages = (shown: number, ...numbers: readonly number[]) =>
    numbers.map((page) => `Page ${page} ${page === shown ? '* ' : ''}/tv?p=${page}`);
  const [back, on] = ['Previous page /tv?p=4', 'Next page /tv?p=6'];
  expect(await of(5)).toEqual([back, ...pages(5, 1, 3, 4, 5, 6, 7, 10), on]);
  expect(await of(1)).toEqual([...pages(1, 1, 2, 3, 10), 'Next page /tv?p=2']);
  expect(await of(10)).toEqual(['Previous page /tv?p=9', ...pages(10, 1, 8, 9, 10)]);
});

test('every link of the course list keeps what else is chosen', async () => {
  const query = 'gruppe=hand-und-bild&q=zeichnen&niveau=beginner&sort=price';
  const groups = ['hand-und-bild', 'natur'].map((identifier) => ({ identifier, title: '', count: 9 }));
  const facets = [{ name: 'level', values: [{ value: 'beginner', title: '', count: 3 }] }];
  const list = { items: [course], total: 30, number: 2, size: 12, suggestion: 'zeichen', groups, facets };
  const filter = readCourseFilter(new URLSearchParams(`${query}&seite=2`));
  const props = { loaderData: { filter, list, alternatives: null } } as unknown as CoursesProps;
  const links = await linksOf(<CoursesRoute {...props} />, { route: '/kurse' });
  const rest = 'q=zeichnen&niveau=beginner&sort=price';
  expect(links.filter((link) => link.includes('/kurse?'))).toEqual([
    '/kurse?gruppe=hand-und-bild&q=zeichnen&sort=price',
    `/kurse?${rest}`,
    `* /kurse?${query}`,
    `/kurse?gruppe=natur&${rest}`,
    'Remove the search for “zeichnen” /kurse?gruppe=hand-und-bild&niveau=beginner&sort=price',
    'Remove the filter “None needed” /kurse?gruppe=hand-und-bild&q=zeichnen&sort=price',
    '/kurse?gruppe=hand-und-bild&q=zeichen&niveau=beginner&sort=price',
    `Previous page /kurse?${query}`,
    `Page 1 /kurse?${query}`,
    `Page 2 * /kurse?${query}&seite=2`,
    `Page 3 /kurse?${query}&seite=3`,
    `Next page /kurse?${query}&seite=3`,
  ]);
});

test('reviews show the average from five on, author and watched share, and keep their order on each page', async () => {
  const own = { id: 'r1', stars: 4, text: 'Gut', author: '', language: 'de', is_own: true } as const;
  const mine = { ...own, created_at: watched_at, answer: null, watched_percent: 50 };
  const other = { ...mine, id: 'r2', author: 'Ann', watched_percent: 100, is_own: false };
  const items = [mine, { ...other, answer: { text: 'Danke', answered_at: watched_at } }];
  const rating = { average: 4, reviewers: 30, min: 1, max: 5 };
  const page: ReviewPage = { items, total: 30, number: 2, size: 10, rating, distribution: [1], own: null };
  const of = (reviews: ReviewPage | null) => <Reviews course={course} sort="best" reviews={reviews} />;
  expect(await read(of(page))).toMatch(
    /4.0 30 reviews.*Without a name.*50% of the lessons by you Gut Ann.*whole course Gut Answer/,
  );
  const way = '/kurse/clara-schumann';
  expect(await linksOf(of(page))).toEqual([
    ...[`${way}#bewertungen`, `* ${way}?sortierung=best#bewertungen`, `${way}?sortierung=worst#bewertungen`],
    `Previous page ${way}?sortierung=best#bewertungen`,
    `Page 1 ${way}?sortierung=best#bewertungen`,
    `Page 2 * ${way}?sortierung=best&bewertungen=2#bewertungen`,
    ...['Page 3', 'Next page'].map((name) => `${name} ${way}?sortierung=best&bewertungen=3#bewertungen`),
  ]);
  const few = { ...page, items: [{ ...mine, watched_percent: 0 }], total: 1, rating: null };
  expect(await read(of(few))).toMatch(/We show an average from 5 .*Had not watched a lesson/);
  expect(await read(of({ ...few, items: [], total: 0 })), 'nothing').toBe(' ');
  expect(await read(of(null))).toContain('could not be loaded');
});

test('a held lesson says what it waits for, and lets its buyer begin early', async () => {
  const hold = { reason: 'CONFIRMATION', order_id: 'o1', confirmation_url: '/x.pdf', opens_on: '2026-12-05' };
  const of = (changes: Partial<LessonHold>) =>
    read(<HeldLesson lessonId="l1" hold={{ ...hold, ...changes } as LessonHold} />);
  expect(await of({})).toMatch(/confirmation of your order.*href="\/x.pdf"/);
  expect(await of({ order_id: null, confirmation_url: null })).toContain('These lessons are a gift');
  const early = await of({ reason: 'EARLY_START' });
  for (const words of ['open on 5\u00a0December 2026', 'I expressly request', 'value="o1"', 'Begin now'])
    expect(early).toContain(words);
  for (const other of [{ reason: 'EARLY_START', order_id: null }, { reason: 'CONSENT' }] as const)
    expect(await of(other)).toMatch(/^This lesson opens on 5 December(?!.*Begin now)/);
});

test('the lessons beside a film are watched, begun, open or locked, and the current one is marked', async () => {
  const half = { lesson: { ...lessons[0], film_seconds: 600 }, position_seconds: 300, watched_at };
  const watched = new Map(['l1', 'l2'].map((id) => [id, { ...half, is_finished: id === 'l1' }])) as never;
  const of = (isOpen: boolean) =>
    read(<CourseLessons {...{ course, parts, watched }} current="l2" isOpen={() => isOpen} />);
  expect(await of(false)).toMatch(
    /1 of 3 lessons watched.* Title l1 , watched 10:00 .*Title l2 , begun 10:00 Title l3 , locked 10:00 .*width:50%/,
  );
  expect(await of(true)).toMatch(/begun 10:00 3 Title l3 10:00 .*current="page"[^>]*lektion\/l2"/);
});

test('a locked lesson links to the free one, the course, and a login that returns to it', async () => {
  const offer = { ...course, details: { parts } };
  const locked = { kind: 'locked', lesson: lessons[1], number: 2, course: offer } as unknown;
  const at = (shown: Page) => linksOf(<LockedLesson {...(locked as LockedProps)} />, shown);
  const login = '/auth/login?returnTo=%2Fen%2Fkurse%2Fclara-schumann%2Flektion%2Fl2%3Ft%3D61';
  const [free, page] = ['/kurse/clara-schumann/lektion/l1', '/kurse/clara-schumann'];
  const route = '/kurse/clara-schumann/lektion/l2?t=61';
  // For orders without JavaScript.
  const others = ['/kontakt', '/impressum'];
  expect((await at({ route })).slice(0, 6)).toEqual([free, ...others, page, login, page]);
  expect(await at({ route, learner })).not.toContain(login);
});

test('the last lesson links a learner to the end of the course, a guest to its page', async () => {
  const rest = { course, number: 3, isNextOpen: true, onReplay: () => undefined };
  const of = (index: number, isLearner: boolean) =>
    linksOf(<LessonEnding {...rest} next={parts[0]?.lessons[index]} isLearner={isLearner} />);
  const way = '/kurse/clara-schumann';
  expect(await Promise.all([of(9, true), of(9, false), of(1, true)])).toEqual([
    ...[[`${way}/abschluss`], [way], [`${way}/lektion/l2`]],
  ]);
});

test('the last lesson says that it was the last, and links to the end of the course', async () => {
  const film = { media: null, next_id: null, is_free: false, outline: parts };
  const lesson = { ...memoryShopFacts.lessons[0], ...film } as LessonPage;
  const last = { course: lesson.course, number: 3, next: undefined, isNextOpen: true, isLearner: true };
  expect(await read(<LessonEnding {...last} onReplay={() => undefined} />)).toMatch(
    /reached the end of “[^”]+”\. Finish the course/,
  );
  const { text } = await draw(
    <OpenLesson kind="open" watched={[]} saved={[]} lesson={lesson} onSaved={() => undefined} />,
    { learner },
  );
  expect(text).toContain('That was the last lesson Finish the course');
});

test('own courses show their progress and link to the next lesson', async () => {
  const begun: MyCourse = {
    ...{ id: 'c', slug: 'c', title: 'C', subtitle: '', picture: 'x', is_owned: true, confirmation_url: null },
    ...{ lesson_count: 3, finished_count: 1, watched_at },
    next: { id: 'l2', number: 2, title: 'Two', position_seconds: 61 },
  };
  const fresh = { ...begun, id: 'd', title: 'D', is_owned: false, finished_count: 0, watched_at: null };
  const done = { ...begun, id: 'e', slug: 'e', title: 'E', finished_count: 3, confirmation_url: '/e.pdf' };
  const lesson = { id: 'l9', title: 'Nine', number: 9, length_seconds: 60, film_seconds: null };
  const activity = { lesson, course: begun, position_seconds: 61, is_finished: false, watched_at };
  const whole = { ...activity, lesson: { ...lesson, id: 'l8' }, is_finished: true };
  const data = {
    courses: { items: [begun, fresh, done], total: 30, number: 1, size: 24 },
    activities: { items: [activity, whole], total: 11, number: 1, size: 10 },
  };
  const shown = await read(<MyCoursesRoute />, { learner, data });
  for (const words of [
    '30 courses are open to you',
    'Continue watching C Lesson 2: Two 1 of 3 lessons watched Continue with lesson 2',
    'Yours to keep C 1 of 3 lessons watched Continue with lesson 2 To the course',
    'In your membership D 3 lessons Start with lesson 2',
    'E 3 of 3 lessons watched Watch again from the start Finish the course Confirmation',
    'C · Lesson 9 Watched up to 1:01 on 23 November 2026',
    'Watched to the end',
    ...['/profil/master?regal=2"', '/profil/master?seite=2"', '/kurse/e/abschluss"', '/c/lektion/l9"'],
  ])
    expect(shown).toContain(words);
});

const order = {
  ...{ id: 'o1', code: 'MH-1', email: 'a@example.org', language: 'en', products: [], parcels: [] },
  ...{ created_at: watched_at, completed_at: null, needs_waiver: true, has_account: true },
  ...{ subtotal: 9900, discount: 900, total: 9000, credit: 400, amount_due: 8600, included_vat: 1373 },
  ...{ bundle_discounts: [], promotional_credit: 0, shipping_cost: 0, payment_method: null },
  ...{ coupon_code: 'HELLO', shipping_address: null, billing_address: null },
  billing_contact: { firstname: 'A', lastname: 'B', country: 'DE' },
} as unknown as Order;

test('the page of an order explains each state, and what is left to do', async () => {
  const of = (state: Order['state']) => {
    const loaderData = { order: { ...order, state }, documents: [], firstLesson: null, isNew: false };
    const route = { loaderData } as unknown as Parameters<typeof OrderCompleteRoute>[0];
    return read(<OrderCompleteRoute {...route} />);
  };
  const followUp = 'we will write to a@example.org';
  for (const state of ['draft', 'verified'] as const)
    expect(await of(state)).toMatch(/still open. The payment did not go.*shop\?dialog=payment&order=o1"/);
  for (const state of ['charging', 'awaiting_action', 'unknown'] as const) {
    expect(await of(state)).toMatch(/still being checked.*Please do not order again.*Checking with/);
    expect((await of(state)).includes(followUp)).toBe(state === 'unknown');
  }
  expect(await of('processing')).toMatch(new RegExp(`still being processed.*${followUp}(?!.*Checking with)`));
  expect(await of('awaiting_payment')).toContain('waiting for your transfer');
  expect(await of('draft')).toMatch(/€99.00 Discount .* −€9.00 Total €90.00 .* −€4.00 Left to pay €86.00 /);
  expect(await of('paid')).toMatch(/Your order of 23 November 2026 Confirmation and invoice went to a@/);
  expect(await of('expired')).toMatch(/ended. The payment did not arrive in time. Nothing was charged./);
  expect(await of('voided')).toContain('ended. The order was cancelled.');
  expect(await of('refunded')).toContain('ended. The amount has been paid back.');
});

test('the checkout explains each message and failure, and whether money was charged', async () => {
  const of = (message: Parameters<typeof CheckoutNotice>[0]['message']) =>
    read(<CheckoutNotice message={message} />);
  for (const [message, words] of [
    ['declined', 'The payment was declined'],
    ['cancelled', 'You have cancelled'],
    ['expired', 'The time for the payment has run out'],
    ['not_completed', 'The payment was not completed'],
    ['reentered', 'For your security, card details are not kept'],
    ['total_changed', 'The amount has changed'],
    ['lines_changed', 'The order has changed, the amount has not'],
    ['payment_dropped', 'The chosen payment no longer fits the order'],
    ['lost', 'The connection was interrupted'],
  ] as const)
    expect(await of(message)).toContain(words);
  // A polite live region has to exist before its text.
  expect(await of(null)).toMatch(/role="status"[^>]*><\/div>/);
  expect(await of('reentered')).toMatch(/role="status"[^>]*><div (?!role)/);
  expect(await of('total_changed')).toMatch(/role="status"[^>]*><\/div>.*role="alert"/);
  const failed = { code: 'OUT_OF_STOCK', detail: 'Sold out.', fields: {} };
  expect(await of(failed)).toMatch(/^The order did not go through. Nothing was charged. Sold out. /);
  expect(await of({ ...failed, code: 'NETWORK' })).toContain('cannot reach the shop');
  expect(await of({ ...failed, detail: '' })).toContain('That did not work. Please try again.');
});

const line = createCartItem('clara-schumann', toProductData(course));

test('a cart has links to its page, for sharing, to the wish list and to the login of a guest', async () => {
  const of = async (products: readonly (typeof line)[], page?: Page, isOnPage = false) =>
    (await draw(<CartLinks {...{ products, isOnPage }} />, page)).text;
  expect(await of([line])).toMatch(/^Open the cart page Link to this cart Wish list Already have an/);
  expect(await of([])).toBe('Open the cart page Wish list');
  expect(await of([line], { learner }, true)).toBe('Link to this cart Wish list');
});

test('the mini cart links to the next step, and has arrows from three lines on', async () => {
  const of = (count: number) => {
    const products = Array.from({ length: count }, (_, index) => ({ ...line, line_id: `${index}` }));
    const cart = { ...emptyCart, products, amount: count };
    return read(<MiniCartPanel isPinned onClose={() => undefined} />, { cart });
  };
  expect(await of(0)).toMatch(/^Cart Every seat still free .* See the courses (?!.*Go to checkout)/);
  expect(await of(2)).toMatch(/^Cart 2 items .*Go to checkout (?!.*Scroll)/);
  expect(await of(3)).toMatch(/Scroll up.*Scroll down.*Close cart/);
});

test('the newsletter is offered to guests, and to learners who neither have nor declined it', async () => {
  const widget = { is_active: true, title: 'Post', text: '', button: 'Subscribe', consent: 'Yes' };
  const isShown = async (newsletter: boolean | null, declined_newsletter = false, is_active = true) => {
    const reader = newsletter === null ? undefined : { ...learner, newsletter, declined_newsletter };
    const box = <NewsletterBox widget={{ ...widget, is_active }} source="home" />;
    return (await read(box, { learner: reader })).includes('Subscribe');
  };
  expect(await Promise.all([isShown(null), isShown(false)])).toEqual([true, true]);
  const others = [isShown(true), isShown(false, true), isShown(null, false, false)];
  expect(await Promise.all(others)).toEqual([false, false, false]);
});

test('login and registration return to the page, unless it is their own or the home page', async () => {
  const menu = <BurgerContent openChat={undefined} onNavigate={() => undefined} />;
  const of = async (route: string) => (await linksOf(menu, { route })).slice(-3);
  const back = 'returnTo=%2Fen%2Fkurse%3Fgruppe%3Dnatur';
  expect(await of('/kurse?gruppe=natur')).toEqual([
    ...[`/auth/login?tab=register&${back}`, `/auth/login?${back}`, '/de/kurse?gruppe=natur'],
  ]);
  for (const route of ['', '/auth/passwort', '/newsletter/ab'])
    expect((await of(route)).slice(0, 2)).toEqual(['/auth/login?tab=register', '/auth/login']);
  // A page in German only has no link to another language.
  expect((await linksOf(menu, { route: '/blog/linien' })).join()).not.toContain('/de/');
  const links = await linksOf(menu, { route: '/profil', learner });
  expect(links).toEqual(expect.arrayContaining(['* /profil', '/profil/subscription']));
  expect(links.join()).not.toContain('/auth/');
});

test('search engines get the URL of a page in both languages, unless it is excluded or an error', async () => {
  const of = (changes: object) =>
    read(<PageMeta title="Courses" description="All" {...changes} />, { route: '/kurse?x=1' });
  const [canonical, alternate] = ['<link rel="canonical" href="/en/kurse"/>', '<link rel="alternate"'];
  const alternates = Object.entries({ de: 'de', en: 'en', 'x-default': 'de' });
  const whole = await of({});
  for (const part of [
    ...alternates.map(([language, path]) => `${alternate} hrefLang="${language}" href="/${path}/kurse"/>`),
    ...[canonical, '<title>Courses | Meisterhand</title>', 'content="index, follow"', 'content="en_GB"'],
    ...['="og:url" content="/en/kurse"', '="og:title" content="Courses |', '="description" content="All"'],
  ])
    expect(whole).toContain(part);
  const tags = [canonical, alternate, 'noindex, follow', '<title>Courses</title>'];
  const has = async (changes: object) => {
    const markup = await of(changes);
    return tags.map((tag) => markup.includes(tag));
  };
  expect(await has({ robots: 'noindex' })).toEqual([true, false, true, false]);
  expect(await has({ robots: 'error' })).toEqual([false, false, true, false]);
  expect(await has({ isGermanOnly: true, isWholeTitle: true })).toEqual([true, false, false, true]);
});

test('the review shows waiver, facts, price and terms, and orders only with a needed waiver', async () => {
  const product = { kind: 'course', title: 'Klavier', subtitle: 'Anschlag', quantity: 1, price: 9900 };
  const rest = { lesson_count: 9, length_seconds: 5400, custom_properties: {}, is_shipped: false };
  const products = [{ ...product, ...rest }];
  const of = async (changes: object) => {
    const place = vi.fn(async () => false);
    const focus = vi.fn();
    vi.stubGlobal('document', { getElementById: () => ({ focus }) });
    const shown = { ...order, products, ...changes } as never;
    const checkout = { message: null, payment: null, place } as never;
    const step = <ReviewStep order={shown} checkout={checkout} completePath={() => ''} />;
    const { text, find } = await draw(step);
    await find('order with obligation to pay').onClick?.({});
    return { text, place, focus };
  };
  const unticked = await of({});
  expect(unticked.text).toMatch(/lose my right of withdrawal.*9 lessons, 1 h 30 min.*incl. VAT €86.00 order/);
  expect([unticked.place.mock.calls, unticked.focus.mock.calls]).toEqual([[], [[]]]);
  const free = await of({ needs_waiver: false, included_vat: 0, has_account: false });
  expect(free.place.mock.calls).toEqual([[{ isWaived: false, isEarlyStart: false }]]);
  expect(free.text).toMatch(/^Klavier Video course: Anschlag.*a@example.org.*Total €86.00/);
});

test('the terms of return depend on the kind of product', async () => {
  const kinds = ['course', 'book', 'gift', 'voucher', 'membership'] as const;
  const { text } = await draw(kinds.map((kind) => <ReturnTerms key={kind} kind={kind} />));
  expect(text).toMatch(
    /first paid lesson or download its worksheet\. .*the parcel reaches you\. .*not redeemed\. .*not been spent\. .*the purchase\. How/,
  );
});
