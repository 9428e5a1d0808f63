import type { HostWorld } from '#test/kits/host-world.ts';
import { createManualTime } from './manual-time.ts';
import { createMemoryAccounts, createMemorySessions } from './memory-accounts.ts';
import { createMemoryAddresses } from './memory-addresses.ts';
import { createMemoryCoupons, createMemoryGuestCarts, createMemoryUserCarts } from './memory-carts.ts';
import { createMemoryCatalogue, createMemoryContents } from './memory-catalogue.ts';
import { createMemoryContact } from './memory-contact.ts';
import { createMemoryHost } from './memory-host.ts';
import { createMemoryLearning } from './memory-learning.ts';
import { createMemoryOrders, resolveMemoryOrder } from './memory-orders.ts';
import { createMemoryOwnAccount, createMemoryRunningSessions } from './memory-own-account.ts';
import { createMemoryPayments } from './memory-payments.ts';
import { createMemoryNewsletter, createMemoryProfiles } from './memory-profiles.ts';
import { createMemoryReading } from './memory-reading.ts';
import { createMemoryReviews } from './memory-reviews.ts';
import { createMemoryRights } from './memory-rights.ts';
import { createMemorySearch } from './memory-search.ts';
import { memoryShopFacts, testStart } from './memory-shop-facts.ts';
import { createMemorySubscriptions } from './memory-subscriptions.ts';
import { createMemoryWishList } from './memory-wish-list.ts';
import { createSequentialIds } from './sequential-ids.ts';

/** The world of the host kits on memory adapters. */
export async function createMemoryWorld(): Promise<HostWorld> {
  const host = createMemoryHost(memoryShopFacts, createManualTime(testStart).clock, createSequentialIds());
  let bearer: string | null = null;
  const caller = () => bearer;
  return {
    accounts: createMemoryAccounts(host, caller),
    addresses: createMemoryAddresses(host, caller),
    catalogue: createMemoryCatalogue(host),
    contact: createMemoryContact(host),
    contents: createMemoryContents(host),
    coupons: createMemoryCoupons(host, caller),
    guest_carts: createMemoryGuestCarts(host),
    learning: createMemoryLearning(host, caller),
    orders: createMemoryOrders(host, caller),
    newsletter: createMemoryNewsletter(host),
    own_account: createMemoryOwnAccount(host, caller),
    running_sessions: createMemoryRunningSessions(host, caller),
    payments: createMemoryPayments(host, caller),
    profiles: createMemoryProfiles(host, caller),
    reading: createMemoryReading(host),
    reviews: createMemoryReviews(host, caller),
    rights: createMemoryRights(host),
    search: createMemorySearch(host),
    wish_list: createMemoryWishList(host, caller),
    sessions: createMemorySessions(host),
    subscriptions: createMemorySubscriptions(host, caller),
    user_carts: createMemoryUserCarts(host, caller),
    setBearer(access) {
      bearer = access;
    },
    async lastMailed(email) {
      return host.mailed.findLast((mail) => mail.to === email)?.secret ?? '';
    },
    async resolvePayments() {
      for (const id of host.orders.keys()) resolveMemoryOrder(host, id, 'paid');
    },
    async dispose() {},
  };
}
