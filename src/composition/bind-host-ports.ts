import { createHttpAccounts } from '#adapters/http/http-accounts.ts';
import { createHttpAddresses } from '#adapters/http/http-addresses.ts';
import { createHttpCatalogue } from '#adapters/http/http-catalogue.ts';
import { createHttpContact } from '#adapters/http/http-contact.ts';
import { createHttpContents } from '#adapters/http/http-contents.ts';
import { createHttpCoupons } from '#adapters/http/http-coupons.ts';
import { createHttpGuestCarts } from '#adapters/http/http-guest-carts.ts';
import { createHttpLearning } from '#adapters/http/http-learning.ts';
import { createHttpNewsletter } from '#adapters/http/http-newsletter.ts';
import { createHttpOrders } from '#adapters/http/http-orders.ts';
import { createHttpOwnAccount } from '#adapters/http/http-own-account.ts';
import { createHttpPayments } from '#adapters/http/http-payments.ts';
import { createHttpProfiles } from '#adapters/http/http-profiles.ts';
import { createHttpReading } from '#adapters/http/http-reading.ts';
import { createHttpReviews } from '#adapters/http/http-reviews.ts';
import { createHttpRights } from '#adapters/http/http-rights.ts';
import { createHttpRunningSessions } from '#adapters/http/http-running-sessions.ts';
import { createHttpSearch } from '#adapters/http/http-search.ts';
import { createHttpSessions } from '#adapters/http/http-sessions.ts';
import { createHttpSubscriptions } from '#adapters/http/http-subscriptions.ts';
import { createHttpUserCarts } from '#adapters/http/http-user-carts.ts';
import { createHttpWishList } from '#adapters/http/http-wish-list.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds the ports that the host answers to their HTTP adapters. */
export function bindHostPorts({ bind }: ServiceContainer): void {
  bind('sessions', ({ session_client }) => createHttpSessions(session_client), ['session_client']);
  bind('accounts', ({ api_client }) => createHttpAccounts(api_client), ['api_client']);
  bind('addresses', ({ api_client }) => createHttpAddresses(api_client), ['api_client']);
  bind('catalogue', ({ api_client }) => createHttpCatalogue(api_client), ['api_client']);
  bind('contact', ({ api_client }) => createHttpContact(api_client), ['api_client']);
  bind('contents', ({ api_client }) => createHttpContents(api_client), ['api_client']);
  bind('coupons', ({ api_client }) => createHttpCoupons(api_client), ['api_client']);
  bind('guest_carts', ({ api_client }) => createHttpGuestCarts(api_client), ['api_client']);
  bind('learning', ({ api_client }) => createHttpLearning(api_client), ['api_client']);
  bind('orders', ({ api_client }) => createHttpOrders(api_client), ['api_client']);
  bind('own_account', ({ api_client }) => createHttpOwnAccount(api_client), ['api_client']);
  bind('running_sessions', ({ api_client }) => createHttpRunningSessions(api_client), ['api_client']);
  bind('payments', ({ api_client }) => createHttpPayments(api_client), ['api_client']);
  bind('rights', ({ api_client }) => createHttpRights(api_client), ['api_client']);
  bind('subscriptions', ({ api_client }) => createHttpSubscriptions(api_client), ['api_client']);
  bind('reading', ({ api_client }) => createHttpReading(api_client), ['api_client']);
  bind('profiles', ({ api_client }) => createHttpProfiles(api_client), ['api_client']);
  bind('user_carts', ({ api_client }) => createHttpUserCarts(api_client), ['api_client']);
  bind('newsletter', ({ api_client }) => createHttpNewsletter(api_client), ['api_client']);
  bind('reviews', ({ api_client }) => createHttpReviews(api_client), ['api_client']);
  bind('search', ({ api_client }) => createHttpSearch(api_client), ['api_client']);
  bind('wish_list', ({ api_client }) => createHttpWishList(api_client), ['api_client']);
}
