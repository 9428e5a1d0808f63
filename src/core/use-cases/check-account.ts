import type { Accounts } from '#ports/accounts.ts';
import type { NameCart } from './name-cart.ts';
import type { AccountActions } from './shop-actions.ts';

interface Dependencies {
  readonly accounts: Accounts;
  readonly nameCart: NameCart;
}

/** Whether an address has an account; it stays with the guest's cart (decisions §5). */
export function createCheckAccount({ accounts, nameCart }: Dependencies): AccountActions['checkAccount'] {
  return async (email) => {
    const cart_id = await nameCart();
    return cart_id.ok ? accounts.check(email, cart_id.value, true) : cart_id;
  };
}
