import { beforeAll } from 'vitest';
import { createApiClient } from '#adapters/http/api-client.ts';
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
import { ok } from '#core/rules/result.ts';
import { resolveUnknownPayments } from '#server/orders/settle-payment-attempt.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { describeAccountsPort } from '#test/kits/accounts-kit.ts';
import { describeAddressesPort } from '#test/kits/addresses-kit.ts';
import { describeCataloguePort } from '#test/kits/catalogue-kit.ts';
import { describeContactPort } from '#test/kits/contact-kit.ts';
import { describeContentsPort } from '#test/kits/contents-kit.ts';
import { describeCouponsPort } from '#test/kits/coupons-kit.ts';
import { describeGuestCartsPort } from '#test/kits/guest-carts-kit.ts';
import type { HostWorld } from '#test/kits/host-world.ts';
import { describeLearningPort } from '#test/kits/learning-kit.ts';
import { describeNewsletterPort } from '#test/kits/newsletter-kit.ts';
import { describeOrdersPort } from '#test/kits/orders-kit.ts';
import { describeOwnAccountPort } from '#test/kits/own-account-kit.ts';
import { describePaymentsPort } from '#test/kits/payments-kit.ts';
import { describeProfilesPort } from '#test/kits/profiles-kit.ts';
import { describeReadingPort } from '#test/kits/reading-kit.ts';
import { describeReviewsPort } from '#test/kits/reviews-kit.ts';
import { describeRightsPort } from '#test/kits/rights-kit.ts';
import { describeRunningSessionsPort } from '#test/kits/running-sessions-kit.ts';
import { describeSearchPort } from '#test/kits/search-kit.ts';
import { describeSessionsPort } from '#test/kits/sessions-kit.ts';
import { describeSubscriptionsPort } from '#test/kits/subscriptions-kit.ts';
import { describeUserCartsPort } from '#test/kits/user-carts-kit.ts';
import { describeWishListPort } from '#test/kits/wish-list-kit.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});

/** Longer than the lease under which a host keeps a payment to itself, in milliseconds. */
const pastLease = 120_000;

/** The newest secret mailed to somebody. */
async function lastMailed(email: string): Promise<string> {
  const mail = await shop.db
    .selectFrom('outbox')
    .select('facts')
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const { token, code } = (mail?.facts ?? {}) as { token?: string; code?: string };
  return token ?? code ?? '';
}

/** The world of the host kits: the HTTP adapters in front of the real host with the shop's own content. */
async function createHttpWorld(): Promise<HostWorld> {
  let bearer: string | null = null;
  const client = createApiClient({
    fetch: async (url, init) =>
      shop.send(new URL(url).pathname.replace(/^\/api/, '') + new URL(url).search, init),
    base_url: 'http://localhost/api',
    cookies: createMemoryCookies(),
    page_locale: 'de',
    access_tokens: { current: async () => ok(bearer), replace: async () => ok(bearer) },
    error_reporting: createMemoryErrorReporting(),
    timeout_milliseconds: 30_000,
  });
  return {
    accounts: createHttpAccounts(client),
    addresses: createHttpAddresses(client),
    catalogue: createHttpCatalogue(client),
    contact: createHttpContact(client),
    contents: createHttpContents(client),
    reading: createHttpReading(client),
    coupons: createHttpCoupons(client),
    guest_carts: createHttpGuestCarts(client),
    learning: createHttpLearning(client),
    orders: createHttpOrders(client),
    newsletter: createHttpNewsletter(client),
    own_account: createHttpOwnAccount(client),
    running_sessions: createHttpRunningSessions(client),
    payments: createHttpPayments(client),
    profiles: createHttpProfiles(client),
    reviews: createHttpReviews(client),
    rights: createHttpRights(client),
    search: createHttpSearch(client),
    wish_list: createHttpWishList(client),
    sessions: createHttpSessions(client),
    subscriptions: createHttpSubscriptions(client),
    user_carts: createHttpUserCarts(client),
    setBearer(access) {
      bearer = access;
    },
    lastMailed,
    async resolvePayments() {
      shop.advance(pastLease);
      await resolveUnknownPayments(shop.context);
    },
    async dispose() {},
  };
}

const http = { name: 'HTTP against the host', create: createHttpWorld };

describeAccountsPort(http);
describeAddressesPort(http);
describeCataloguePort(http);
describeContactPort(http);
describeContentsPort(http);
describeReadingPort(http);
describeCouponsPort(http);
describeGuestCartsPort(http);
describeLearningPort(http);
describeOrdersPort(http);
describeNewsletterPort(http);
describeOwnAccountPort(http);
describePaymentsPort(http);
describeProfilesPort(http);
describeReviewsPort(http);
describeRightsPort(http);
describeSearchPort(http);
describeRunningSessionsPort(http);
describeSessionsPort(http);
describeSubscriptionsPort(http);
describeUserCartsPort(http);
describeWishListPort(http);
