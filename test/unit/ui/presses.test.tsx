import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import { createCartItem } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { toProductData } from '#core/storefront/carts/cart-actions.ts';
import { createWishListStore } from '#core/storefront/kernel/page-stores.ts';
import { cardOf } from '#test/support/test-browser.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { draw, settled, Uses } from '#test/unit/ui/support/draw.tsx';
import { AddToCart } from '#ui/components/carts/add-to-cart.tsx';
import { CartCoupon } from '#ui/components/carts/cart-coupon.tsx';
import { CartLines } from '#ui/components/carts/cart-lines.tsx';
import { QuantityStepper } from '#ui/components/carts/quantity-stepper.tsx';
import { NewsletterForm } from '#ui/components/marketing/newsletter-form.tsx';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { WishListIcon } from '#ui/components/products/wish-list-icon.tsx';
import { ConsentChoices } from '#ui/components/tracking/consent-choices.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { AnnouncementBar } from '#ui/layout/announcement-bar.tsx';
import { LanguageSwitcher } from '#ui/layout/language-switcher.tsx';
import { NotificationToast } from '#ui/layout/notification-toast.tsx';
import { type Notes, useNotes } from '#ui/screens/learning/lesson/use-notes.ts';

afterEach(() => vi.unstubAllGlobals());

/** What was called, with what, one after the other. */
function recorder() {
  const calls: unknown[][] = [];
  const note =
    (name: string, answer: unknown = undefined) =>
    (...given: unknown[]) => {
      calls.push([name, ...given]);
      return answer;
    };
  return { calls, note };
}

test('plus and minus change the quantity by one, within its limits, and not while it is saved', async () => {
  const pressBoth = async (quantity: number, isBusy = false) => {
    const { calls, note } = recorder();
    const { find } = await draw(
      <QuantityStepper {...{ quantity, isBusy }} maximum={3} name="Box" onChange={note('asked')} />,
    );
    for (const name of ['Fewer', 'More']) find(name).onClick?.();
    return calls.map(([, asked]) => asked);
  };
  expect(await pressBoth(2)).toEqual([1, 3]);
  expect([await pressBoth(1), await pressBoth(3), await pressBoth(2, true)]).toEqual([[2], [2], []]);
});

test('a button that waits and an icon that is switched off ignore presses', async () => {
  const { calls, note } = recorder();
  const { find } = await draw([
    <Button key="button" isLoading onClick={note('pressed')}>
      Send
    </Button>,
    <IconButton key="icon" icon="close" label="Close" aria-disabled onClick={note('pressed')} />,
  ]);
  find('Send').onClick?.({ preventDefault: note('prevented') });
  find('Close').onClick?.({});
  expect(calls).toEqual([['prevented']]);
});

test('a task runs once at a time, and again after it has failed', async () => {
  let { run } = {} as ReturnType<typeof useBusy>;
  await draw(<Uses useValue={useBusy} tell={(busy) => ({ run } = busy)} />);
  const { calls, note } = recorder();
  const failing = run(async () => {
    note('first')();
    throw new Error('broken');
  });
  await run(async () => note('second')());
  await expect(failing).rejects.toThrow('broken');
  await run(async () => note('third')());
  expect(calls).toEqual([['first'], ['third']]);
});

test('a message waits while it is pointed at or focused', async () => {
  const { calls, note } = recorder();
  const { find } = await draw(<NotificationToast />, { actions: { holdNotification: note('hold') } });
  for (const event of ['onPointerEnter', 'onPointerLeave', 'onFocus', 'onBlur']) find('Messages')[event]?.();
  expect(calls.map(([, isHeld]) => isHeld)).toEqual([true, false, true, false]);
});

test('the language is switched on the same page with its query; a new tab is left to the browser', async () => {
  const { calls, note } = recorder();
  const { html, find } = await draw(<LanguageSwitcher />, {
    actions: { switchLocale: note('switch') },
    route: '/kurse?niveau=beginner',
  });
  expect(html).toMatch(/href="\/de\/kurse\?niveau=beginner" hrefLang="de" lang="de"/);
  for (const ctrlKey of [true, false])
    find('DE: zu Deutsch wechseln').onClick?.({
      button: 0,
      ctrlKey,
      preventDefault: note(`prevented ${ctrlKey}`),
    });
  expect(calls).toEqual([['prevented false'], ['switch', 'de', '/en/kurse?niveau=beginner']]);
});

test('each purpose is allowed by its own box, and none is ticked beforehand', async () => {
  for (const purpose of ['preferences', 'statistics', 'marketing']) {
    const fields = new URLSearchParams({ [purpose]: 'on' });
    vi.stubGlobal('FormData', new Proxy(FormData, { construct: () => fields }));
    const { calls, note } = recorder();
    const nothing = { preferences: false, statistics: false, marketing: false };
    const { html, find } = await draw(<ConsentChoices initial={nothing} onDecide={note('decided')} />);
    expect(html).not.toContain('checked');
    find('form').onSubmit?.({ preventDefault: note('prevented') });
    expect(calls).toEqual([['prevented'], ['decided', { ...nothing, [purpose]: true }]]);
  }
});

test('a product in the cart says so when the server took it, and leaves the wish list it came from', async () => {
  const product = cardOf('raupen-lesen');
  const press = async (name: string, answer: object, more = {}) => {
    const { calls, note } = recorder();
    const actions = {
      addToCart: note('add', answer),
      moveToCart: note('move', answer),
      showNotification: note('say'),
    };
    const { find } = await draw(<AddToCart product={product} quantity={2} {...more} />, { actions });
    find(name).onClick?.({});
    await settled();
    return calls;
  };
  const said = ['say', { title: { text: product.title }, message: { key: 'base:buy.added' } }];
  expect(await press('Add to cart', ok({}))).toEqual([['add', { product, quantity: 2 }], said]);
  expect(await press('Move to cart', ok({}), { isFromWishList: true })).toEqual([['move', product], said]);
  expect(await press('Add to cart', err(failureOf('NETWORK')))).toHaveLength(1);
  const { html } = await draw(<AddToCart product={{ ...product, is_available: false }} />);
  expect(html).toContain('<button disabled=');
});

test('a heart knows only the list of this shopper, and turns what it shows', async () => {
  const product = cardOf('raupen-lesen');
  for (const owner of ['guest', learner.sub]) {
    const { calls, note } = recorder();
    const initial = { owner: 'guest', productIds: [product.id] };
    const wishList = Object.create(createWishListStore(), { initial: { value: initial } });
    const { html, find } = await draw(<WishListIcon product={product} />, {
      actions: { changeWishList: note('change') },
      stores: { wishList },
      learner: owner === 'guest' ? undefined : learner,
    });
    expect(html).toContain(`aria-pressed="${owner === 'guest'}"`);
    find('Add to wish list: Raupen lesen').onClick?.();
    expect(calls).toEqual([['change', product.id, owner !== 'guest']]);
  }
});

test('a line is moved or taken out at once, but a gift with its words and a deletion here only after a question', async () => {
  const product = toProductData(cardOf('raupen-lesen'));
  const plain = createCartItem('raupen-lesen', product, 2);
  const gift = createCartItem('raupen-lesen', product, 1, { greeting: 'Alles Gute' });
  const pressAll = async (item: typeof plain, asksFirst: boolean) => {
    const { calls, note } = recorder();
    const actions = {
      moveToWishList: note('move'),
      removeFromCart: note('remove', ok({})),
      setCartQuantity: note('set'),
    };
    const lines = <CartLines products={[item]} heading={createRef()} asksFirst={asksFirst} />;
    const { find } = await draw(lines, { actions });
    find('To wish list, out of the cart: Raupen lesen').onClick?.();
    find('Remove Raupen lesen').onClick?.();
    find('More').onClick?.();
    return calls;
  };
  const own = ['raupen-lesen', plain.line_id];
  const more = ['set', 'raupen-lesen', 3, plain.line_id];
  expect(await pressAll(plain, false)).toEqual([['move', ...own], ['remove', ...own], more]);
  expect(await pressAll(plain, true)).toEqual([['move', ...own], more]);
  expect(await pressAll(gift, false)).toEqual([
    ['remove', 'raupen-lesen', gift.line_id],
    ['set', 'raupen-lesen', 2, gift.line_id],
  ]);
});

test('a coupon that does not count at the moment says why, and can be taken out', async () => {
  const { calls, note } = recorder();
  const { text, find } = await draw(<CartCoupon />, {
    actions: { cancelCoupon: note('cancel') },
    cart: { ...emptyCart, code: 'WILLKOMMEN10', code_error: 'EXPIRED' },
  });
  expect(text).toContain('WILLKOMMEN10 not applied at the moment');
  expect(text).toContain('has expired');
  find('Remove code WILLKOMMEN10').onClick?.();
  expect(calls).toEqual([['cancel']]);
});

test('a note keeps its typed text until it is stored, at the whole second', async () => {
  const lesson = { id: 'l1', course: { id: 'c1', slug: 'zeichnen' } } as Parameters<typeof useNotes>[0];
  for (const answer of [err(failureOf('NETWORK')), ok({ id: 'n1', position_seconds: 61 })]) {
    const { calls, note } = recorder();
    let { add } = {} as Notes;
    await draw(<Uses useValue={useNotes.bind(null, lesson)} tell={(notes: Notes) => ({ add } = notes)} />, {
      api: { addNote: note('add', Promise.resolve(answer)) },
    });
    await add(61.9, 'Kontur', note('emptied'));
    const sent = ['add', { body: { lesson: 'l1', position_seconds: 61, text: 'Kontur' } }];
    expect(calls).toEqual(answer.ok ? [sent, ['emptied']] : [sent]);
  }
});

test('a learner can decline the newsletter for good, a guest is not asked', async () => {
  const { calls, note } = recorder();
  vi.stubGlobal('document', { getElementById: () => ({ focus: note('focus') }) });
  const widget = { is_active: true, title: 'Post', text: '', button: 'Subscribe', consent: 'Yes' };
  const form = <NewsletterForm widget={widget} source="home" />;
  const { find } = await draw(form, { actions: { updateProfile: note('update', ok({})) }, learner });
  find('Do not offer this again').onClick?.({});
  await settled();
  expect(calls).toEqual([
    ['update', { declined_newsletter: true }],
    ['focus', { preventScroll: true }],
  ]);
  expect((await draw(form)).text).not.toContain('Do not offer this again');
});

test('closing the announcement leaves the focus on the logo', async () => {
  const { calls, note } = recorder();
  const button = {};
  vi.stubGlobal('document', { activeElement: button, querySelector: () => ({ focus: note('focus') }) });
  const { find } = await draw(<AnnouncementBar ref={createRef()} />, {
    actions: { closeAnnouncement: note('close') },
  });
  find('Close announcement').onClick?.({ currentTarget: button });
  expect(calls).toEqual([['focus'], ['close']]);
});
