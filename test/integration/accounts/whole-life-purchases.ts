import { endpoints } from '#api/endpoints.ts';
import { addOrderNote } from '#server/operations/order-actions/order-notes.ts';
import { contentAccess, recordContentUse } from '#server/orders/delivery/content-access.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { linesOf, payOrder, type Shopper, storeGuestCart } from '#test/integration/support/shoppers.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';
import { buy } from './account-shop.ts';
import { work } from './whole-life-jobs.ts';
import {
  billedOf,
  call,
  guestEmail,
  guestStem,
  home,
  homeOf,
  present,
  products,
  stem,
  typed,
} from './whole-life-people.ts';

/** Buys by card, watches, withdraws and redeems; ends a subscription and leaves a cart. */
export async function shopAsLearner(shop: TestShop, me: Shopper): Promise<void> {
  const { access: bearer } = me;
  const gift = { product_id: products.gift, quantity: 2, custom_properties: present };
  const putGift = () =>
    call(shop, endpoints.updateCart, {
      bearer,
      body: { action: 'add', products: [gift], referral_code: `${stem}-REF`, affiliate_code: `${stem}-AFF` },
    });
  await putGift();
  await useCode(shop, me, 'ZUGABE', null);
  const bought = await buy(shop, me, [products.course, products.book, products.voucher]);
  await work(shop);
  await learn(shop, me);
  await runCommand(shop.context, 'ship', bought.code, 'dhl', `${stem}-parcel`);
  await addOrderNote(shop.context, bought.id, { note_id: shop.context.ids.uuid(), text: `${stem} rief an` });
  await call(shop, endpoints.getCodeInfo, {
    body: { code: await giftCodeOf(shop, products.gift), opens: true },
  });
  const code = await giftCodeOf(shop, products.otherGift);
  await call(shop, endpoints.redeemGiftCode, { bearer, body: { code } });
  await withdraw(shop, await buy(shop, me, [products.otherCourse]));
  await withdraw(shop, await buy(shop, me, [products.membership], 'fake-valid-nonce', true));
  await buy(shop, me, [products.subscription], 'fake-valid-nonce', true);
  await work(shop);
  await watchOnTwoDays(shop, me);
  const { data } = await call(shop, endpoints.listSubscriptions, { bearer });
  const running = data.find(({ attributes }) => attributes.status === 'active');
  await call(shop, endpoints.cancelSubscription, { bearer, params: { id: running?.id ?? '' }, body: {} });

  const guest = await storeGuestCart(shop, { [products.otherGift]: 1 });
  const merge_id = shop.context.ids.uuid();
  await call(shop, endpoints.mergeCart, {
    bearer,
    body: {
      merge_id,
      products: linesOf({ [products.book]: 1, [products.course]: 1 }),
      bundle_cart_unique_id: guest.id,
    },
  });
  await putGift();
  await useCode(shop, me, await giftCodeOf(shop, products.voucher), null);
  await useCode(shop, me, 'HERBST', 'herbst');
}

async function useCode(shop: TestShop, { access: bearer }: Shopper, code: string, campaign: string | null) {
  const cart = await call(shop, endpoints.getOwnCart, { bearer });
  const id = cart.bundle_cart_unique_id ?? '';
  await call(shop, endpoints.applyCode, { bearer, body: { id, code, campaign } });
  return id;
}

async function giftCodeOf({ db }: TestShop, productId: string): Promise<string> {
  const row = await db
    .selectFrom('gift_codes')
    .select('code')
    .where('product_id', '=', productId)
    .where('order_line_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.code;
}

async function withdraw(shop: TestShop, { code }: { readonly code: string }): Promise<void> {
  await work(shop);
  await call(shop, endpoints.declareWithdrawal, {
    body: { code, email: typed, name: `${stem}-name`, reason: `${stem} regrets` },
  });
  await work(shop);
}

async function learn(shop: TestShop, { access: bearer, id: userId }: Shopper): Promise<void> {
  const lesson = 'schumann-das-gewicht-des-arms';
  const wanted = { userId, courseId: products.course, lessonId: lesson };
  const access = await contentAccess(shop.db, shop.context, wanted);
  if (access.state === 'open') await recordContentUse(shop.db, shop.context, wanted, access.unnoted);
  const watched_at = new Date(shop.context.clock.now()).toISOString();
  await call(shop, endpoints.saveProgress, {
    bearer,
    params: { lesson },
    body: { position_seconds: 30, is_finished: true, watched_at },
  });
  await call(shop, endpoints.addNote, {
    bearer,
    body: { lesson, position_seconds: 9, text: `${stem} listens` },
  });
}

/** Opens a course of the subscription on two days. */
async function watchOnTwoDays({ db, context }: TestShop, { id: userId }: Shopper): Promise<void> {
  const wanted = { userId, courseId: products.otherCourse, lessonId: 'noether-sechs-arten' };
  for (const later of [0, 24 * 60 * 60_000]) {
    const clock = { now: () => context.clock.now() + later };
    const access = await contentAccess(db, { clock }, wanted);
    if (access.state === 'open') await recordContentUse(db, { clock }, wanted, access.unnoted);
  }
}

/**
 * Fills a guest cart with the e-mail address of the account. As another guest creates a draft, a purchase, a declined
 * payment, one that waits for an action, and a transfer that never arrives.
 */
export async function shopAsGuest(shop: TestShop): Promise<void> {
  const { id: own } = await storeGuestCart(shop, { [products.book]: 1 });
  await call(shop, endpoints.setShippingAddress, { body: { id: own, email: typed, ...home } });
  const draft = await storeGuestCart(shop, { [products.course]: 1 });
  await call(shop, endpoints.setBillingContact, {
    body: { id: draft.id, email: guestEmail, ...billedOf(guestStem) },
  });
  await call(shop, endpoints.createOrder, { body: { email: guestEmail, bundle_cart_unique_id: draft.id } });
  await pay(shop, 'fake-valid-nonce');
  await pay(shop, 'fake-processor-declined-visa-nonce');
  await pay(shop, 'fake-redirect-action-nonce');
  await pay(shop, 'transfer');
  await call(shop, endpoints.subscribeToNewsletter, {
    body: { email: guestEmail, locale: 'de', source: 'widget' },
  });
  await work(shop);
}

/** Orders a book as a guest and pays; `transfer` stands for the nonce of a bank transfer. */
async function pay(shop: TestShop, nonce: string): Promise<void> {
  const guest = { email: guestEmail, address: homeOf(guestStem) };
  const order = await orderAsGuest(shop, { [products.book]: 1 }, guest);
  const verified = await call(shop, endpoints.verifyOrder, { ...order.proof, body: { id: order.id } });
  const offered = verified.transfer_nonce ?? '';
  // Some of these cards are refused.
  await payOrder(shop, order, nonce === 'transfer' ? offered : nonce);
}
