import { createManualTime } from '#adapters/memory/manual-time.ts';
import { createMemoryAccounts, createMemorySessions } from '#adapters/memory/memory-accounts.ts';
import { createMemoryAddresses } from '#adapters/memory/memory-addresses.ts';
import {
  createMemoryCoupons,
  createMemoryGuestCarts,
  createMemoryUserCarts,
} from '#adapters/memory/memory-carts.ts';
import { createMemoryCatalogue, createMemoryContents } from '#adapters/memory/memory-catalogue.ts';
import { createMemoryContact } from '#adapters/memory/memory-contact.ts';
import { createMemoryHost } from '#adapters/memory/memory-host.ts';
import { createMemoryLearning } from '#adapters/memory/memory-learning.ts';
import { createMemoryOrders, resolveMemoryOrder } from '#adapters/memory/memory-orders.ts';
import { createMemoryOwnAccount, createMemoryRunningSessions } from '#adapters/memory/memory-own-account.ts';
import { createMemoryPayments } from '#adapters/memory/memory-payments.ts';
import { createMemoryNewsletter, createMemoryProfiles } from '#adapters/memory/memory-profiles.ts';
import { createMemoryReading } from '#adapters/memory/memory-reading.ts';
import { createMemoryReviews } from '#adapters/memory/memory-reviews.ts';
import { createMemoryRights } from '#adapters/memory/memory-rights.ts';
import { createMemorySearch } from '#adapters/memory/memory-search.ts';
import { createMemorySubscriptions } from '#adapters/memory/memory-subscriptions.ts';
import { createMemoryWishList } from '#adapters/memory/memory-wish-list.ts';
import { createSequentialIds } from '#adapters/memory/sequential-ids.ts';
import type { HostWorld } from '#test/kits/host-world.ts';
import { memoryShopFacts, testStart } from './memory-shop-facts.ts';

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
