import { createHttpAccounts } from '#adapters/http/http-accounts.ts';
import { createHttpAddresses } from '#adapters/http/http-addresses.ts';
import { createHttpGuestCarts } from '#adapters/http/http-guest-carts.ts';
import { createHttpOrders } from '#adapters/http/http-orders.ts';
import { createHttpOwnAccount } from '#adapters/http/http-own-account.ts';
import { createHttpPayments } from '#adapters/http/http-payments.ts';
import { createHttpProfiles } from '#adapters/http/http-profiles.ts';
import { createHttpRights } from '#adapters/http/http-rights.ts';
import { createHttpRunningSessions } from '#adapters/http/http-running-sessions.ts';
import { createHttpSessions } from '#adapters/http/http-sessions.ts';
import { createHttpSubscriptions } from '#adapters/http/http-subscriptions.ts';
import { createHttpUserCarts } from '#adapters/http/http-user-carts.ts';
import { createHttpWishList } from '#adapters/http/http-wish-list.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds the host's ports for what is somebody's own, from the cart to the contract, to their HTTP adapters. */
export function bindPersonalPorts({ bind }: ServiceContainer): void {
  bind('sessions', ({ session_client }) => createHttpSessions(session_client), ['session_client']);
  bind('accounts', ({ api_client }) => createHttpAccounts(api_client), ['api_client']);
  bind('addresses', ({ api_client }) => createHttpAddresses(api_client), ['api_client']);
  bind('guest_carts', ({ api_client }) => createHttpGuestCarts(api_client), ['api_client']);
  bind('orders', ({ api_client }) => createHttpOrders(api_client), ['api_client']);
  bind('own_account', ({ api_client }) => createHttpOwnAccount(api_client), ['api_client']);
  bind('running_sessions', ({ api_client }) => createHttpRunningSessions(api_client), ['api_client']);
  bind('payments', ({ api_client }) => createHttpPayments(api_client), ['api_client']);
  bind('rights', ({ api_client }) => createHttpRights(api_client), ['api_client']);
  bind('subscriptions', ({ api_client }) => createHttpSubscriptions(api_client), ['api_client']);
  bind('profiles', ({ api_client }) => createHttpProfiles(api_client), ['api_client']);
  bind('user_carts', ({ api_client }) => createHttpUserCarts(api_client), ['api_client']);
  bind('wish_list', ({ api_client }) => createHttpWishList(api_client), ['api_client']);
}
