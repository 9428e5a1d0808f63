import type { ProductCard } from '#core/model/product.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import type { Accounts } from '#ports/accounts.ts';
import type { Addresses } from '#ports/addresses.ts';
import type { Catalogue } from '#ports/catalogue.ts';
import type { Contact } from '#ports/contact.ts';
import type { Contents } from '#ports/contents.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { GuestCarts } from '#ports/guest-carts.ts';
import type { Learning } from '#ports/learning.ts';
import type { Newsletter } from '#ports/newsletter.ts';
import type { Orders } from '#ports/orders.ts';
import type { OwnAccount } from '#ports/own-account.ts';
import type { Payments } from '#ports/payments.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { Reading } from '#ports/reading.ts';
import type { Reviews } from '#ports/reviews.ts';
import type { Rights } from '#ports/rights.ts';
import type { RunningSessions } from '#ports/running-sessions.ts';
import type { Search } from '#ports/search.ts';
import type { Sessions } from '#ports/sessions.ts';
import type { Subscriptions } from '#ports/subscriptions.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { WishList } from '#ports/wish-list.ts';
import type { KitSkip } from './run-kit.ts';

/** The ports that the host answers, as one browser has them. */
export interface HostPorts {
  readonly accounts: Accounts;
  readonly addresses: Addresses;
  readonly catalogue: Catalogue;
  readonly contact: Contact;
  readonly contents: Contents;
  readonly coupons: Coupons;
  readonly guest_carts: GuestCarts;
  readonly learning: Learning;
  readonly newsletter: Newsletter;
  readonly orders: Orders;
  readonly own_account: OwnAccount;
  readonly payments: Payments;
  readonly reading: Reading;
  readonly profiles: Profiles;
  readonly reviews: Reviews;
  readonly rights: Rights;
  readonly search: Search;
  readonly running_sessions: RunningSessions;
  readonly sessions: Sessions;
  readonly subscriptions: Subscriptions;
  readonly user_carts: UserCarts;
  readonly wish_list: WishList;
}

/**
 * A shop that sells what the demo content sells, on a host of its own, with one browser in front of it. The browser is
 * a guest's until `setBearer`.
 */
export interface HostWorld extends HostPorts {
  /** From now on calls are made with this access token, or as a guest. */
  setBearer(access: string | null): void;
  /** What was mailed last to an address: six digits, or the token of a link. */
  lastMailed(email: string): Promise<string>;
  /** Lets the host find out what became of payments without an answer. */
  resolvePayments(): Promise<void>;
  dispose(): Promise<void>;
}

/** How a kit of a host port is run. */
export interface HostKit {
  readonly name: string;
  readonly create: () => Promise<HostWorld>;
  readonly skip?: readonly KitSkip[];
}

/** The value of an answer that has to be a success. */
export function succeeded<Value>(answer: Result<Value, CallFailure>): Value {
  if (!answer.ok)
    throw new Error(`Refused: ${answer.error.code} (${answer.error.status}) ${answer.error.detail}`);
  return answer.value;
}

/** The product of that slug. */
async function productOf(world: HostWorld, slug: string): Promise<ProductCard> {
  return succeeded(await world.catalogue.getProduct(slug));
}

/** A line of so many of a product. */
export async function lineOf(world: HostWorld, slug: string, quantity = 1) {
  const { id } = await productOf(world, slug);
  return { product_id: id, quantity, custom_properties: {} };
}

/** A guest's cart on the host, with its id. */
export async function storedCart(world: HostWorld, lines: Readonly<Record<string, number>>) {
  const wanted = await Promise.all(
    Object.entries(lines).map(([slug, quantity]) => lineOf(world, slug, quantity)),
  );
  const cart = succeeded(await world.guest_carts.store({ id: null, lines: wanted }));
  if (cart.bundle_cart_unique_id === null) throw new Error('A stored cart has an id');
  return { cart, id: cart.bundle_cart_unique_id };
}

let people = 0;

/** Somebody new, whose session the browser is in from now on. */
export async function arriveAsLearner(world: HostWorld) {
  people += 1;
  const password = 'drei Äpfel im Regal';
  const email = `kit-${people}@example.org`;
  const session = succeeded(
    await world.accounts.register({
      email,
      password,
      password_confirmation: password,
      firstname: 'Karl',
      lastname: 'Lindner',
      newsletter: false,
      preferred_language: 'de',
    }),
  );
  world.setBearer(session.access);
  return { ...session, email, password };
}
