import type { SavedAddress } from '#core/model/address.ts';
import { isPostalCode } from '#core/rules/address.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { ok } from '#core/rules/result.ts';
import type { Addresses } from '#ports/addresses.ts';
import type { Caller, MemoryHost, MemoryUser } from './memory-host.ts';
import { callingUser, keepMemoryUser, refuse } from './memory-host.ts';

/** The book with a new or changed address in it, whose defaults are the only ones of their kind. */
function bookWith(addresses: readonly SavedAddress[], address: SavedAddress): readonly SavedAddress[] {
  const others = addresses
    .filter(({ id }) => id !== address.id)
    .map((other) => ({
      ...other,
      is_default_shipping: other.is_default_shipping && !address.is_default_shipping,
      is_default_billing: other.is_default_billing && !address.is_default_billing,
    }));
  return [address, ...others];
}

/** The caller's address book on a host in memory. */
export function createMemoryAddresses(host: MemoryHost, caller: Caller): Addresses {
  function own(): Result<MemoryUser, CallFailure> {
    const user = callingUser(host, caller);
    return user === null ? refuse('UNAUTHENTICATED', 401) : ok(user);
  }

  function put(user: MemoryUser, address: SavedAddress): Result<SavedAddress, CallFailure> {
    if (!isPostalCode(address.postal_code, address.country)) {
      return refuse('INVALID_INPUT', 422, { '/data/attributes/postal_code': 'INVALID_INPUT' });
    }
    keepMemoryUser(host, { ...user, addresses: bookWith(user.addresses, address) });
    return ok(address);
  }

  return {
    async list() {
      const user = own();
      if (!user.ok) return user;
      const items = user.value.addresses.toSorted(
        (one, other) =>
          Number(other.is_default_shipping) - Number(one.is_default_shipping) ||
          Number(other.is_default_billing) - Number(one.is_default_billing),
      );
      return ok({ items, number: 1, size: 20, total: items.length });
    },
    async add(address) {
      const user = own();
      return user.ok ? put(user.value, { id: host.ids.uuid(), ...address }) : user;
    },
    async change(address) {
      const user = own();
      if (!user.ok) return user;
      const isOwn = user.value.addresses.some(({ id }) => id === address.id);
      return isOwn ? put(user.value, address) : refuse('NOT_FOUND', 404);
    },
    async remove(id) {
      const user = own();
      if (!user.ok) return user;
      const addresses = user.value.addresses.filter((address) => address.id !== id);
      if (addresses.length === user.value.addresses.length) return refuse('NOT_FOUND', 404);
      keepMemoryUser(host, { ...user.value, addresses });
      return ok(null);
    },
  };
}
