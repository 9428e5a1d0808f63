import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import { createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { createWishListStore } from '#core/storefront/kernel/page-stores.ts';
import { settled } from '#test/support/settled.ts';
import { cardOf } from '#test/support/test-browser.ts';
import { vienna } from '#test/support/vienna.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { draw, drawHook } from '#test/unit/ui/support/draw.tsx';
import { AddToCart } from '#ui/components/carts/add-to-cart.tsx';
import { CartCoupon } from '#ui/components/carts/cart-coupon.tsx';
import { CartLines } from '#ui/components/carts/cart-lines.tsx';
import { QuantityStepper } from '#ui/components/carts/quantity-stepper.tsx';
import { NewsletterForm } from '#ui/components/marketing/newsletter-form.tsx';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { ConfirmDialog } from '#ui/components/parts/dialog/dialog.tsx';
import { CheckoutLink } from '#ui/components/parts/links/links.tsx';
import { useScrollBox } from '#ui/components/parts/scroll-box.tsx';
import { WishListIcon } from '#ui/components/products/wish-list-icon.tsx';
import { ConsentChoices } from '#ui/components/tracking/consent-choices.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { AnnouncementBar } from '#ui/layout/announcement-bar.tsx';
import { LanguageSwitcher } from '#ui/layout/language-switcher.tsx';
import { NotificationToast } from '#ui/layout/notification-toast.tsx';
import { AddressBook, withClosed } from '#ui/screens/accounts/profile/address-book.tsx';
import { useNotes } from '#ui/screens/learning/lesson/use-notes.ts';
import { WorksheetLink } from '#ui/screens/learning/lesson/worksheet-link.tsx';

afterEach(() => vi.unstubAllGlobals());

const product = cardOf('raupen-lesen');

test('plus and minus change the quantity by one, within its limits, and not while it is saved', async () => {
  const pressBoth = async (quantity: number, isBusy = false) => {
    const onChange = vi.fn();
    const stepper = <QuantityStepper {...{ quantity, isBusy, onChange }} maximum={3} name="Box" />;
    const { find } = await draw(stepper);
    for (const name of ['Fewer', 'More']) find(name).onClick?.();
    return onChange.mock.calls.flat();
  };
  expect(await pressBoth(2)).toEqual([1, 3]);
  expect([await pressBoth(1), await pressBoth(3), await pressBoth(2, true)]).toEqual([[2], [2], []]);
});

test('a loading button and a disabled icon button ignore clicks', async () => {
  const [onClick, preventDefault] = [vi.fn(), vi.fn()];
  const waiting = <Button {...{ isLoading: true, onClick }}>Send</Button>;
  (await draw(waiting)).find('Send').onClick?.({ preventDefault });
  const icon = <IconButton icon="close" label="Close" aria-disabled onClick={onClick} />;
  (await draw(icon)).find('Close').onClick?.({});
  expect([onClick, preventDefault].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

test('a task runs once at a time, and again after it has failed', async () => {
  const { run } = (await drawHook(useBusy)).value;
  const task = vi.fn(async () => {});
  const failing = run(() => Promise.reject(new Error('broken')));
  await run(task);
  await expect(failing).rejects.toThrow('broken');
  expect(task).not.toHaveBeenCalled();
  await run(task);
  expect(task).toHaveBeenCalledOnce();
});

test('a message stays while it is hovered or focused', async () => {
  const { find, calls } = await draw(<NotificationToast />);
  for (const event of ['onPointerEnter', 'onPointerLeave', 'onFocus', 'onBlur']) find('Messages')[event]?.();
  const held = (cause: string) => [true, false].map((holds) => ['holdNotification', cause, holds]);
  expect(calls).toEqual([...held('pointer'), ...held('focus')]);
});

test('the language is switched on the same page with its query; a new tab is left to the browser', async () => {
  const { html, find, calls } = await draw(<LanguageSwitcher />, { route: '/kurse?niveau=beginner' });
  expect(html).toMatch(/href="\/de\/kurse\?niveau=beginner" hrefLang="de" lang="de"/);
  const preventDefault = vi.fn();
  for (const ctrlKey of [true, false])
    find('DE: zu Deutsch wechseln').onClick?.({ button: 0, ctrlKey, preventDefault });
  expect(calls).toEqual([['switchLocale', 'de', '/en/kurse?niveau=beginner']]);
  expect(preventDefault).toHaveBeenCalledOnce();
});

test('each purpose has its own checkbox, which is checked at first only if the purpose was allowed', async () => {
  const nothing = { preferences: false, statistics: false, marketing: false };
  for (const purpose of Object.keys(nothing)) {
    const fields = new URLSearchParams({ [purpose]: 'on' });
    vi.stubGlobal('FormData', new Proxy(FormData, { construct: () => fields }));
    const onDecide = vi.fn();
    const allowed = { ...nothing, [purpose]: true };
    for (const initial of [nothing, allowed]) {
      const { html, find } = await draw(<ConsentChoices {...{ initial, onDecide }} />);
      const ticked = html.match(/(?<=name=")\w+(?="[^>]* checked)/g);
      expect(ticked).toEqual(initial === nothing ? null : [purpose]);
      find('form').onSubmit?.({ preventDefault() {} });
    }
    expect(onDecide.mock.calls).toEqual([[allowed], [allowed]]);
  }
});

test('a product is announced as added only after a success, also when moved from the wish list', async () => {
  const press = async (name: string, response: object, more = {}) => {
    const responses = { addToCart: response, moveToCart: response };
    const { find, calls } = await draw(<AddToCart product={product} quantity={2} {...more} />, { responses });
    find(name).onClick?.({});
    await settled();
    return calls;
  };
  const message = { title: { text: product.title }, message: { key: 'base:buy.added' } };
  const [added, announced] = [
    ['addToCart', { product, quantity: 2 }],
    ['showNotification', message],
  ];
  expect(await press('Add to cart', ok({}))).toEqual([added, announced]);
  const moved = await press('Move to cart', ok({}), { isFromWishList: true });
  expect(moved).toEqual([['moveToCart', product], announced]);
  expect(await press('Add to cart', err(failureOf('NETWORK')))).toEqual([added]);
  const { html } = await draw(<AddToCart product={{ ...product, is_available: false }} />);
  expect(html).toContain('<button disabled=');
});

test('the wish list icon uses only the list of this shopper, and inverts the shown state', async () => {
  const initial = { owner: 'guest', productIds: [product.id] };
  const wishList = Object.create(createWishListStore(), { initial: { value: initial } });
  for (const shopper of [undefined, learner]) {
    const page = { stores: { wishList }, learner: shopper };
    const { html, find, calls } = await draw(<WishListIcon product={product} />, page);
    expect(html).toContain(`aria-pressed="${shopper === undefined}"`);
    find('Add to wish list: Raupen lesen').onClick?.();
    expect(calls).toEqual([['changeWishList', product.id, shopper !== undefined]]);
  }
});

test('the mini cart confirms each removal, every cart the loss of a gift greeting', async () => {
  const plain = createCartItem('raupen-lesen', toProductData(product), 2);
  const gift = createCartItem('raupen-lesen', toProductData(product), 2, { greeting: 'Alles Gute' });
  const pressAll = async (item: typeof plain, asksFirst: boolean) => {
    const lines = <CartLines products={[item]} heading={createRef()} asksFirst={asksFirst} />;
    const { find, calls } = await draw(lines, { responses: { removeFromCart: ok({}) } });
    for (const name of ['To wish list, out of the cart: Raupen lesen', 'Remove Raupen lesen', 'More'])
      find(name).onClick?.();
    expect(new Set(calls.map(([, id, ...more]) => [id, more.at(-1)].join()))).toEqual(
      new Set([`raupen-lesen,${item.line_id}`]),
    );
    return calls.map(([name]) => name);
  };
  expect(await pressAll(plain, false)).toEqual(['moveToWishList', 'removeFromCart', 'setCartQuantity']);
  expect(await pressAll(plain, true)).toEqual(['moveToWishList', 'setCartQuantity']);
  expect(await pressAll(gift, false)).toEqual(['removeFromCart', 'setCartQuantity']);
  expect(await pressAll(gift, true)).toEqual(['setCartQuantity']);
});

test('the link to the checkout contains the time of the click and the products of the cart', async () => {
  const products = [createCartItem('raupen-lesen', toProductData(product), 2)];
  const { html, find } = await draw(<CheckoutLink>Pay</CheckoutLink>, { cart: { ...emptyCart, products } });
  expect(html).toContain('href="/en/checkout/shop?dialog=address"');
  const setAttribute = vi.fn();
  find('Pay').onClick?.({ currentTarget: { setAttribute } });
  const address = /^\/en\/checkout\/shop\?dialog=address&t=\d{13}&produkte=raupen-lesen~2$/;
  expect(setAttribute.mock.calls).toEqual([['href', expect.stringMatching(address)]]);
});

test('the arrows of the cart scroll it by 100 px', async () => {
  vi.stubGlobal('ResizeObserver', new Proxy(Object, { construct: () => ({ observe() {} }) }));
  const scroll = (await drawHook(useScrollBox)).value;
  const scrollBy = vi.fn();
  scroll.ref({ scrollBy, children: [], addEventListener() {} } as unknown as HTMLDivElement);
  for (const direction of [1, -1] as const) scroll.step(direction);
  expect(scrollBy.mock.calls).toEqual([[{ top: 100 }], [{ top: -100 }]]);
});

test('a dialog is closed by Cancel, and by the other button after its action', async () => {
  const [onClose, onConfirm] = [vi.fn(), vi.fn(async () => undefined)];
  const dialog = <ConfirmDialog isOpen title="Sure?" confirmLabel="Delete" {...{ onClose, onConfirm }} />;
  const { find } = await draw(dialog);
  const counts = () => [onClose, onConfirm].map(({ mock }) => mock.calls.length);
  find('Cancel').onClick?.({});
  expect(counts()).toEqual([1, 0]);
  find('Delete').onClick?.({});
  await settled();
  expect(counts()).toEqual([2, 1]);
});

test('a dialog that was cancelled during its action is not closed again, because it may be open anew', async () => {
  const action = Promise.withResolvers<void>();
  const [onClose, onConfirm] = [vi.fn(), () => action.promise];
  const dialog = <ConfirmDialog isOpen title="Sure?" confirmLabel="Delete" {...{ onClose, onConfirm }} />;
  const { find } = await draw(dialog);
  find('Delete').onClick?.({});
  find('Cancel').onClick?.({});
  action.resolve();
  await settled();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a coupon that is not applied says why, and can be removed', async () => {
  const cart = { ...emptyCart, code: 'WILLKOMMEN10', code_error: 'EXPIRED' } as const;
  const { text, find, calls } = await draw(<CartCoupon />, { cart, responses: { cancelCode: ok({}) } });
  expect(text).toMatch(/WILLKOMMEN10 not applied at the moment .*has expired/);
  find('Remove code WILLKOMMEN10').onClick?.();
  expect(calls).toEqual([['cancelCode', 'coupon']]);
});

test('a voucher is shown beside the coupon, removed alone, and leaves the field for another code', async () => {
  const cart = { ...emptyCart, code: 'WILLKOMMEN10', has_voucher: true, credit: cents(500) };
  const { text, find, calls } = await draw(<CartCoupon />, { cart, responses: { cancelCode: ok({}) } });
  expect(text).toBe('WILLKOMMEN10 applied Gift voucher applied Voucher or discount code');
  find('Remove the voucher').onClick?.();
  expect(calls).toEqual([['cancelCode', 'voucher']]);
  const alone = await draw(<CartCoupon />, { cart: { ...cart, code: null, credit: cents(0) } });
  expect(alone.text).toBe('Gift voucher not applied at the moment Voucher or discount code');
});

test('after a code was removed, the focus is on the field for another one', async () => {
  const cart = { ...emptyCart, code: 'WILLKOMMEN10' };
  for (const response of [err(failureOf('NETWORK')), ok({})]) {
    const { find } = await draw(<CartCoupon />, { cart, responses: { cancelCode: response } });
    const focus = vi.fn();
    const { ref } = find('div') as { readonly ref?: object };
    Object.assign(ref ?? {}, { current: { querySelector: () => ({ focus }) } });
    find('Remove code WILLKOMMEN10').onClick?.();
    await settled();
    expect(focus).toHaveBeenCalledTimes(response.ok ? 1 : 0);
  }
});

test('a note keeps its typed text until it is stored, at the whole second', async () => {
  const lesson = { id: 'l1', course: { id: 'c1', slug: 'zeichnen' } } as Parameters<typeof useNotes>[0];
  for (const response of [err(failureOf('NETWORK')), ok({ id: 'n1', position_seconds: 61 })]) {
    const responses = { addNote: Promise.resolve(response) };
    const { value: notes, calls } = await drawHook(useNotes.bind(null, lesson), { responses });
    const emptied = vi.fn();
    await notes.add(61.9, 'Kontur', emptied);
    expect(calls).toEqual([['addNote', { body: { lesson: 'l1', position_seconds: 61, text: 'Kontur' } }]]);
    expect(emptied).toHaveBeenCalledTimes(response.ok ? 1 : 0);
  }
});

test('a worksheet is downloaded from a URL that is requested at the click', async () => {
  const link = { href: '', download: 'unset', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  const worksheet = { title: 'Lines', address: '/old.pdf' };
  const getLesson = Promise.resolve(ok({ worksheet: { ...worksheet, address: '/new.pdf' } }));
  const part = <WorksheetLink lesson={{ id: 'l1' }} worksheet={worksheet} />;
  const { find, calls } = await draw(part, { responses: { getLesson } });
  const preventDefault = vi.fn();
  find('a').onClick?.({ preventDefault });
  await settled();
  expect(calls).toEqual([['getLesson', { params: { id: 'l1' } }]]);
  expect(link).toMatchObject({ href: '/new.pdf', download: '' });
  for (const called of [preventDefault, link.click]) expect(called).toHaveBeenCalledOnce();
});

test('a learner can decline the newsletter for good, a guest is not asked', async () => {
  const focus = vi.fn();
  vi.stubGlobal('document', { getElementById: () => ({ focus }) });
  const widget = { is_active: true, title: 'Post', text: '', button: 'Subscribe', consent: 'Yes' };
  const form = <NewsletterForm widget={widget} source="home" />;
  const { find, calls } = await draw(form, { responses: { updateProfile: ok({}) }, learner });
  find('Do not offer this again').onClick?.({});
  await settled();
  expect(calls).toEqual([['updateProfile', { declined_newsletter: true }]]);
  expect(focus).toHaveBeenCalledOnce();
  expect((await draw(form)).text).not.toContain('Do not offer this again');
});

test('an address becomes the main one without its other values, which another tab may have changed', async () => {
  const address = { ...vienna, id: 'home', is_default_shipping: true, is_default_billing: false };
  const responses = { changeAddress: Promise.resolve(err(failureOf('NETWORK'))) };
  const { find, calls } = await draw(<AddressBook addresses={[address]} />, { responses, learner });
  find('Make it my main address').onClick?.({});
  await settled();
  const main = { id: 'home', is_default_shipping: true, is_default_billing: true };
  expect(calls).toEqual([['changeAddress', main]]);
});

test('the late answer about an address closes its own form only, not another one opened meanwhile', () => {
  expect(withClosed({ open: 'home', closed: null }, 'home')).toEqual({ open: null, closed: 'home' });
  const other = { open: 'work', closed: 'home' };
  expect(withClosed(other, 'home')).toBe(other);
});

test('closing the announcement moves its focus to the logo, and no other focus', async () => {
  const currentTarget = {};
  for (const activeElement of [currentTarget, {}]) {
    const focus = vi.fn();
    vi.stubGlobal('document', { activeElement, querySelector: () => ({ focus }) });
    const { find, calls } = await draw(<AnnouncementBar ref={createRef()} />);
    find('Close announcement').onClick?.({ currentTarget });
    expect(calls).toEqual([['closeAnnouncement']]);
    expect(focus).toHaveBeenCalledTimes(activeElement === currentTarget ? 1 : 0);
  }
});
