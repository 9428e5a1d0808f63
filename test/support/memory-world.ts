import { createManualTime } from '#adapters/memory/manual-time.ts';
import {
  createMemoryAccounts,
  createMemoryAddresses,
  createMemoryProfiles,
  createMemorySessions,
} from '#adapters/memory/memory-accounts.ts';
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
import { createMemoryPayments } from '#adapters/memory/memory-payments.ts';
import { createMemoryReading } from '#adapters/memory/memory-reading.ts';
import { createMemoryRights } from '#adapters/memory/memory-rights.ts';
import { createMemorySubscriptions } from '#adapters/memory/memory-subscriptions.ts';
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
    payments: createMemoryPayments(host, caller),
    profiles: createMemoryProfiles(host, caller),
    reading: createMemoryReading(host),
    rights: createMemoryRights(host),
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
